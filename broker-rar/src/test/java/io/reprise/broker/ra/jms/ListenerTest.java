package io.reprise.broker.ra.jms;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointKind;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Message listeners in a plain JVM. */
final class ListenerTest extends ClientFixture {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private String next() throws InterruptedException {
        return heard.poll(LONG, MILLISECONDS);
    }

    private void note(Message message) {
        try {
            heard.add(text(message) + ":" + message.getIntProperty("JMSXDeliveryCount"));
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void getsWhatIsThereAndWhatComes() throws Exception {
        put("a", "b");
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders).setMessageListener(this::note);
        assertThat(next()).isEqualTo("a:1");
        assertThat(next()).isEqualTo("b:1");

        put("c");

        assertThat(next()).isEqualTo("c:1");
        connection.close();
        assertThat(waiting()).isEmpty();
    }

    @Test
    void runtimeExceptionCountsAndTheMessageComesAgain() throws Exception {
        put("a");
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders).setMessageListener(message -> {
            note(message);
            if (heard.size() < 3) {
                throw new IllegalArgumentException("not yet");
            }
        });

        org.awaitility.Awaitility.await().until(() -> heard.size() == 3);

        assertThat(heard).containsExactly("a:1", "a:2", "a:3");
    }

    @Test
    void rollbackInsideTheListenerCountsOnce() throws Exception {
        put("a", "b");
        Session session = session(Session.SESSION_TRANSACTED);
        session.createConsumer(orders).setMessageListener(message -> {
            note(message);
            try {
                if (message.getIntProperty("JMSXDeliveryCount") == 1) {
                    session.rollback();
                } else {
                    session.commit();
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(next()).isEqualTo("a:1");
        assertThat(next()).isEqualTo("a:2");
        assertThat(next()).isEqualTo("b:1");
        assertThat(next()).isEqualTo("b:2");
        connection.close();
        assertThat(waiting()).isEmpty();
    }

    @Test
    void whatTheListenerHasNotSeenReturnsUncountedWhenItCloses() throws Exception {
        put("a", "b");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(orders);
        consumer.setMessageListener(message -> {
            note(message);
            inside.countDown();
            awaitUninterruptibly(go);
        });
        inside.await();

        Thread closer = new Thread(() -> close(session));
        closer.start();
        org.awaitility.Awaitility.await().until(() -> closer.getState() == Thread.State.WAITING);
        go.countDown();
        closer.join(LONG);

        assertThat(closer.isAlive()).isFalse();
        assertThat(heard).containsExactly("a:1");
        assertThat(waiting()).isEqualTo("b:0");
    }

    @Test
    void stoppedConnectionPresentsNothing() throws Exception {
        connection.stop();
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders).setMessageListener(this::note);
        put("a");
        assertThat(heard).isEmpty();

        connection.start();

        assertThat(next()).isEqualTo("a:1");
    }

    @Test
    void exceptionListenerHearsOfAConsumerThatTheBrokerEnded() throws Exception {
        BlockingQueue<JMSException> errors = new LinkedBlockingQueue<>();
        connection.setExceptionListener(errors::add);
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders).setMessageListener(this::note);

        broker.administration("default").deleteEndpoint(EndpointKind.QUEUE, "orders");

        assertThat(errors.poll(LONG, MILLISECONDS)).hasMessageContaining("endpoint deleted");
    }

    @Test
    void receiverHearsOfAnEndedConsumer() throws Exception {
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);
        BlockingQueue<Exception> errors = new LinkedBlockingQueue<>();
        Thread receiver = new Thread(() -> {
            try {
                consumer.receive();
            } catch (JMSException e) {
                errors.add(e);
            }
        });
        receiver.start();

        broker.administration("default").deleteEndpoint(EndpointKind.QUEUE, "orders");

        assertThat(errors.poll(LONG, MILLISECONDS)).hasMessageContaining("endpoint deleted");
    }

    @Test
    void closingTheConsumerEndsAReceiveThatWaits() throws Exception {
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);
        BlockingQueue<String> results = new LinkedBlockingQueue<>();
        Thread receiver = new Thread(() -> {
            try {
                results.add(String.valueOf(consumer.receive()));
            } catch (JMSException e) {
                results.add(e.toString());
            }
        });
        receiver.start();
        org.awaitility.Awaitility.await().until(() -> receiver.getState() == Thread.State.TIMED_WAITING);

        consumer.close();

        assertThat(results.poll(LONG, MILLISECONDS)).isEqualTo("null");
    }

    private static void close(Session session) {
        try {
            session.close();
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
