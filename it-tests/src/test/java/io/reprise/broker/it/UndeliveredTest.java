package io.reprise.broker.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.Broker;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What TIBCO documents as a limitation of EMS: five messages are sent ahead, the application sees the first one and ends, four times,
 * and all five are in the undelivered queue. Here it is that one [spec 4.3].
 */
class UndeliveredTest extends EmbeddedFixture {
    private static final int LIMIT = 4;
    private static final int MESSAGES = 5;

    /** How the application that has received the first message ends. */
    enum Ending {
        CONNECTION_CLOSED {
            @Override
            void receiveAndEnd(UndeliveredTest test) throws JMSException {
                Session session = test.session(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(test.queue);
                assertThat(text(consumer.receive(LONG))).isEqualTo("m1");
                test.reconnect();
            }
        },
        TRANSACTED_SESSION_CLOSED {
            @Override
            void receiveAndEnd(UndeliveredTest test) throws JMSException {
                try (Session session = test.session(Session.SESSION_TRANSACTED)) {
                    assertThat(text(session.createConsumer(test.queue).receive(LONG)))
                            .isEqualTo("m1");
                }
            }
        },
        SESSION_OF_THE_SEAM_CLOSED {
            @Override
            void receiveAndEnd(UndeliveredTest test) throws JMSException {
                try (Flow flow = test.bind(test.queue.getQueueName());
                        DeliverySession session = flow.openSession()) {
                    test.receiveFirst(session);
                }
            }
        },
        /** Neither session nor flow is closed: the broker ends under them. */
        SESSION_OF_THE_SEAM_DROPPED {
            @Override
            void receiveAndEnd(UndeliveredTest test) throws JMSException {
                test.receiveFirst(test.bind(test.queue.getQueueName()).openSession());
                restart();
            }
        },
        VIRTUAL_MACHINE_HALTED {
            @Override
            void receiveAndEnd(UndeliveredTest test) throws Exception {
                HoldingProcess.runUntilItHalts(
                        database, new HoldingProcess.Held(test.queue.getQueueName(), Session.CLIENT_ACKNOWLEDGE));
            }

            @Override
            void receiveAndEndAsOftenAsAllowed(UndeliveredTest test) throws Exception {
                broker.close();
                super.receiveAndEndAsOftenAsAllowed(test);
                broker = start();
            }
        };

        void receiveAndEndAsOftenAsAllowed(UndeliveredTest test) throws Exception {
            for (int i = 0; i < LIMIT; i++) {
                receiveAndEnd(test);
            }
        }

        abstract void receiveAndEnd(UndeliveredTest test) throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Ending.class)
    void onlyTheMessageThatTheApplicationSawIsUndeliveredAndTheOthersAreNew(Ending ending) throws Exception {
        broker.administration()
                .changeEndpoint(
                        EndpointKind.QUEUE,
                        queue.getQueueName(),
                        EndpointSettings.clientCreated(EndpointKind.QUEUE)
                                .with(EndpointAttributes.PREFETCH, new Prefetch(MESSAGES))
                                .with(EndpointAttributes.MAX_REDELIVERY, (long) LIMIT),
                        -1);
        putPreserved();

        ending.receiveAndEndAsOftenAsAllowed(this);

        assertThat(left()).isEqualTo("m2:1 m3:1 m4:1 m5:1");
        assertThat(undelivered()).containsExactly("m1, dead of redelivery after " + LIMIT);
    }

    private void putPreserved() throws JMSException {
        try (Session session = session(Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(queue)) {
            for (int i = 1; i <= MESSAGES; i++) {
                TextMessage message = session.createTextMessage("m" + i);
                message.setBooleanProperty("JMS_TIBCO_PRESERVE_UNDELIVERED", true);
                producer.send(message);
            }
            session.commit();
        }
    }

    private void reconnect() throws JMSException {
        connection.close();
        connection = broker.connectionFactory().createConnection();
        connection.start();
    }

    private Flow bind(String queueName) {
        return broker.broker()
                .vpn(Broker.DEFAULT_VPN)
                .bind(new BindRequest(EndpointKind.QUEUE, queueName, "application"));
    }

    private void receiveFirst(DeliverySession session) throws JMSException {
        assertThat(text(Objects.requireNonNull(session.receive(Duration.ofMillis(LONG)))))
                .isEqualTo("m1");
        assertThat(statistics().bufferedMsgCount()).as("sent ahead behind it").isEqualTo(MESSAGES - 1);
    }

    private List<String> undelivered() {
        Awaitility.await()
                .until(() -> broker.administration()
                                .endpointStatistics(EndpointKind.QUEUE, "$sys.undelivered")
                                .spooledMsgCount()
                        > 0);
        List<String> all = new ArrayList<>();
        try (Flow flow = bind("$sys.undelivered");
                DeliverySession session = flow.openSession()) {
            for (Delivery dead = session.receiveNow(); dead != null; dead = session.receiveNow()) {
                DeadLetter letter = dead.deadLetter().orElseThrow();
                all.add(text(dead) + ", dead of " + letter.reason().name().toLowerCase(Locale.ROOT) + " after "
                        + letter.deliveryCount());
                broker.broker()
                        .vpn(Broker.DEFAULT_VPN)
                        .commit(WorkUnit.acknowledging(dead))
                        .orThrow();
            }
        }
        return all;
    }

    private static String text(Delivery delivery) {
        return new String(delivery.message().body(), StandardCharsets.UTF_8);
    }
}
