package io.reprise.broker.it.crash;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.TextMessage;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.Random;

/** Publishes one by one, or so many in a transaction, and records what the broker has acknowledged. */
@ApplicationScoped
public class LoadPublisher {

    private static final long REST_MILLIS = 20;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private ConnectionFactory connections;

    @Resource
    private UserTransaction transaction;

    @Inject
    private LoadSwitch loadSwitch;

    void publishUntilOff(String publisher, int batch, Random random, boolean lastResources) throws IOException {
        try (AckRecord record = AckRecord.open(publisher)) {
            for (int first = 1; !loadSwitch.isOff(); first += batch) {
                int last = first + batch - 1;
                if (sent(publisher, first, last, random, lastResources)) {
                    record.acknowledged(first, last);
                } else {
                    record.unknown(first, last);
                    loadSwitch.awaitOff(REST_MILLIS);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Publishes a number of messages, one of which asks for a crash. */
    void publishFixed(String publisher, int count, int crashAt, CrashPoint.Moment moment) throws IOException {
        Random random = new Random(count);
        try (AckRecord record = AckRecord.open(publisher);
                JMSContext context = connections.createContext()) {
            for (int number = 1; number <= count; number++) {
                // Those that a crash may hit are sent on and written to a table: a transaction of three resources.
                TextMessage message =
                        LoadMessage.next(publisher, 3 * number, random, false).toMessage(context);
                if (number == crashAt) {
                    LoadMessage.askForCrash(message, moment);
                }
                context.createProducer().send(context.createTopic(topic(publisher)), message);
                record.acknowledged(3 * number, 3 * number);
            }
        } catch (JMSException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private boolean sent(String publisher, int first, int last, Random random, boolean lastResources) {
        boolean together = last > first;
        try {
            if (together) {
                transaction.begin();
            }
            send(publisher, first, last, random, lastResources);
            if (together) {
                transaction.commit();
            }
            return true;
        } catch (JMSRuntimeException | JMSException | NotSupportedException | SystemException refused) {
            return false;
        } catch (jakarta.transaction.RollbackException
                | jakarta.transaction.HeuristicMixedException
                | jakarta.transaction.HeuristicRollbackException refused) {
            return false;
        } finally {
            rollBackWhatIsLeft();
        }
    }

    private void send(String publisher, int first, int last, Random random, boolean lastResources) throws JMSException {
        try (JMSContext context = connections.createContext()) {
            for (int number = first; number <= last; number++) {
                LoadMessage next = LoadMessage.next(publisher, number, random, lastResources);
                context.createProducer().send(context.createTopic(topic(publisher)), next.toMessage(context));
            }
        }
    }

    private void rollBackWhatIsLeft() {
        try {
            if (transaction.getStatus() != Status.STATUS_NO_TRANSACTION) {
                transaction.rollback();
            }
        } catch (SystemException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String topic(String publisher) {
        return "crash/work/" + publisher;
    }
}
