package io.reprise.broker.it.demo;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the beans of an application received, in the order in which their transactions were committed. */
@ApplicationScoped
public class Receipts {

    private final BlockingQueue<Receipt> committed = new LinkedBlockingQueue<>();

    @Resource
    private TransactionSynchronizationRegistry transactions;

    /**
     * Notes the message when the delivery's transaction commits; one that is rolled back comes again. What somebody else publishes on the
     * topics of earthquakes is received and not noted.
     */
    public void noteOnCommit(String queue, Message message) {
        if (!isOfARun(message)) {
            return;
        }
        Receipt receipt = read(queue, message);
        transactions.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    committed.add(receipt);
                }
            }
        });
    }

    /** The next one; null when none comes in time. */
    @Nullable
    Receipt next(long atMostMillis) throws InterruptedException {
        return committed.poll(atMostMillis, TimeUnit.MILLISECONDS);
    }

    /** Forgets what nobody asked for. */
    void clear() {
        committed.clear();
    }

    private static boolean isOfARun(Message message) {
        try {
            return message.propertyExists(EarthquakePublisher.RUN);
        } catch (JMSException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static Receipt read(String queue, Message message) {
        try {
            Destination destination = message.getJMSDestination();
            return new Receipt(
                    queue,
                    message.getStringProperty(EarthquakePublisher.RUN),
                    message.getIntProperty(EarthquakePublisher.NUMBER),
                    destination instanceof Topic topic ? topic.getTopicName() : String.valueOf(destination),
                    Earthquake.parse(((TextMessage) message).getText()));
        } catch (JMSException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
