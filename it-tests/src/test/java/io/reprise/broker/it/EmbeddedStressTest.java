package io.reprise.broker.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many at once on one queue, failing now and then: each message once, each failure counted. */
final class EmbeddedStressTest extends EmbeddedFixture {
    private static final int SENDERS = 4;
    private static final int RECEIVERS = 6;
    private static final int MESSAGES = 250;

    private final Map<String, Integer> presented = new ConcurrentHashMap<>();
    private final Map<String, Integer> done = new ConcurrentHashMap<>();

    @Test
    void everyMessageIsDoneOnceAndEveryAttemptCounted() throws Exception {
        EndpointSettings shared = EndpointSettings.clientCreated(EndpointKind.QUEUE)
                .with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE);
        broker.administration().changeEndpoint(EndpointKind.QUEUE, queue.getQueueName(), shared, -1);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            int sender = i;
            tasks.add(() -> send(sender));
        }
        for (int i = 0; i < RECEIVERS; i++) {
            int seed = i;
            tasks.add(() -> receive(new Random(seed)));
        }

        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(done)
                .hasSize(SENDERS * MESSAGES)
                .allSatisfy((text, times) -> assertThat(times).isOne());
        assertThat(statistics().spooledMsgCount()).isZero();
    }

    private Void send(int sender) throws JMSException {
        try (Connection own = broker.connectionFactory().createConnection();
                Session session = own.createSession(sender % 2 == 0, Session.AUTO_ACKNOWLEDGE)) {
            var producer = session.createProducer(queue);
            for (int i = 0; i < MESSAGES; i++) {
                producer.send(session.createTextMessage(sender + "-" + i));
                if (session.getTransacted() && (i % 10 == 9 || i == MESSAGES - 1)) {
                    session.commit();
                }
            }
        }
        return null;
    }

    /** Receives until all is done, rolling back a fifth of what it gets, and now and then closing with work undone. */
    private Void receive(Random random) throws JMSException {
        while (done.size() < SENDERS * MESSAGES) {
            try (Connection own = broker.connectionFactory().createConnection();
                    Session session = own.createSession(Session.SESSION_TRANSACTED)) {
                own.start();
                receiveSome(session, random);
            }
        }
        return null;
    }

    private void receiveSome(Session session, Random random) throws JMSException {
        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 60 && done.size() < SENDERS * MESSAGES; i++) {
            Message message = consumer.receive(100);
            if (message == null) {
                continue;
            }
            String text = text(message);
            int attempt = presented.merge(text, 1, Integer::sum);
            assertThat(message.getIntProperty("JMSXDeliveryCount")).as(text).isEqualTo(attempt);
            assertThat(message.getJMSRedelivered()).as(text).isEqualTo(attempt > 1);
            int fate = random.nextInt(20);
            if (fate == 0) {
                return;
            }
            if (fate < 4) {
                session.rollback();
            } else {
                done.merge(text, 1, Integer::sum);
                session.commit();
            }
        }
    }

    @Test
    void standbyOfAnExclusiveQueueTakesOverInOrder() throws JMSException {
        put("a", "b", "c");
        Session active = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer first = active.createConsumer(queue);
        assertThat(receive(first)).isEqualTo("a:1");
        try (Connection other = broker.connectionFactory().createConnection()) {
            other.start();
            MessageConsumer standby = other.createSession().createConsumer(queue);
            assertThat(standby.receiveNoWait()).isNull();

            active.close();

            assertThat(receive(standby)).isEqualTo("a:2");
            assertThat(receive(standby)).isEqualTo("b:1");
            assertThat(receive(standby)).isEqualTo("c:1");
        }
    }
}
