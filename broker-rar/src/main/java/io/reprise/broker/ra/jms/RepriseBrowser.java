package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.error.BrokerException;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Enumeration;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a queue without changing it [JMS 3.1 §8.9]: each enumeration begins with the queue's first message, and reads a message
 * when it is asked for. The library's own browser consumes without acknowledging, which would take messages from others. One thread.
 */
final class RepriseBrowser implements QueueBrowser {
    private final RepriseSession session;
    private final RepriseQueue queue;
    private final @Nullable String selector;
    private boolean closed;

    RepriseBrowser(RepriseSession session, RepriseQueue queue, @Nullable String selector) {
        this.session = session;
        this.queue = queue;
        this.selector = selector;
    }

    @Override
    public Queue getQueue() throws JMSException {
        requireOpen();
        return queue;
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        requireOpen();
        return selector;
    }

    @Override
    public Enumeration<Message> getEnumeration() throws JMSException {
        requireOpen();
        return new Messages(session.browse(queue, selector));
    }

    @Override
    public void close() {
        closed = true;
    }

    private boolean isOver() {
        return closed || session.isClosed();
    }

    private void requireOpen() throws JMSException {
        if (isOver()) {
            throw new IllegalStateException("browser of " + queue + " is closed");
        }
    }

    private final class Messages implements Enumeration<Message> {
        private final Browse browse;
        private @Nullable StoredMessage ahead;

        Messages(Browse browse) {
            this.browse = browse;
        }

        @Override
        public boolean hasMoreElements() {
            if (ahead == null && !isOver()) {
                ahead = next();
            }
            return ahead != null && !isOver();
        }

        @Override
        public Message nextElement() {
            StoredMessage next = hasMoreElements() ? ahead : null;
            if (next == null) {
                throw new NoSuchElementException("no more messages on " + queue);
            }
            ahead = null;
            return session.received(next);
        }

        private @Nullable StoredMessage next() {
            try {
                return browse.next();
            } catch (BrokerException e) {
                throw new JMSRuntimeException(e.getMessage(), e.code().slug(), e);
            }
        }
    }
}
