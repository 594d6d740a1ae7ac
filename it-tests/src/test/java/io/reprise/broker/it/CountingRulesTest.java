package io.reprise.broker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of spec 4.3 for receiving clients, in every acknowledge mode: what an event does to the count and the redelivered flag of
 * the message that was presented, and of the ones behind it. Written as {@code text:count}, with {@code !} where the flag is set.
 */
class CountingRulesTest extends EmbeddedFixture {
    /** The acknowledge modes, with the one beyond the standard. */
    enum Mode {
        AUTO(Session.AUTO_ACKNOWLEDGE),
        DUPS_OK(Session.DUPS_OK_ACKNOWLEDGE),
        CLIENT(Session.CLIENT_ACKNOWLEDGE),
        INDIVIDUAL(101),
        TRANSACTED(Session.SESSION_TRANSACTED);

        final int number;

        Mode(int number) {
            this.number = number;
        }
    }

    /** What happens after the first of two messages was received. */
    enum Event {
        ACKNOWLEDGE {
            @Override
            void happen(Received received) throws JMSException {
                received.first().acknowledge();
            }
        },
        COMMIT {
            @Override
            void happen(Received received) throws JMSException {
                received.session().commit();
            }
        },
        ROLLBACK {
            @Override
            void happen(Received received) throws JMSException {
                received.session().rollback();
            }
        },
        RECOVER {
            @Override
            void happen(Received received) throws JMSException {
                received.session().recover();
            }
        },
        TWO_RECOVERS {
            @Override
            void happen(Received received) throws JMSException {
                received.session().recover();
                received.session().recover();
            }
        },
        RECOVER_AND_RECEIVE_AGAIN {
            @Override
            void happen(Received received) throws JMSException {
                received.session().recover();
                assertThat(shown(received.consumer().receive(LONG))).isEqualTo("a:2!");
            }
        },
        REFUSED_RECOVER {
            @Override
            void happen(Received received) {
                assertThatThrownBy(received.session()::recover).isInstanceOf(jakarta.jms.IllegalStateException.class);
            }
        },
        CLOSE_CONSUMER {
            @Override
            void happen(Received received) throws JMSException {
                received.consumer().close();
            }
        },
        CLOSE_CONSUMER_AND_ACKNOWLEDGE {
            @Override
            void happen(Received received) throws JMSException {
                received.consumer().close();
                received.first().acknowledge();
            }
        },
        CLOSE_CONSUMER_AND_COMMIT {
            @Override
            void happen(Received received) throws JMSException {
                received.consumer().close();
                received.session().commit();
            }
        },
        CLOSE_CONSUMER_AND_ROLL_BACK {
            @Override
            void happen(Received received) throws JMSException {
                received.consumer().close();
                received.session().rollback();
            }
        },
        CLOSE_SESSION {
            @Override
            void happen(Received received) throws JMSException {
                received.session().close();
            }
        },
        CLOSE_CONNECTION {
            @Override
            void happen(Received received) throws JMSException {
                received.connection().close();
            }
        },
        STOP_AND_START_CONNECTION {
            @Override
            void happen(Received received) throws JMSException {
                received.connection().stop();
                received.connection().start();
            }
        },
        /** Nobody closes anything: the broker ends under its clients. */
        RESTART_BROKER {
            @Override
            void happen(Received received) {
                restart();
            }
        };

        abstract void happen(Received received) throws JMSException;
    }

    /** A message in the application's hands, and how it got there. */
    record Received(Connection connection, Session session, MessageConsumer consumer, Message first) {}

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            AUTO       | RECOVER                        | b:1
            AUTO       | CLOSE_CONSUMER                 | b:1
            AUTO       | CLOSE_SESSION                  | b:1
            AUTO       | CLOSE_CONNECTION               | b:1
            AUTO       | RESTART_BROKER                 | b:1
            DUPS_OK    | RECOVER                        | b:1
            DUPS_OK    | CLOSE_CONSUMER                 | b:1
            DUPS_OK    | CLOSE_SESSION                  | b:1
            DUPS_OK    | CLOSE_CONNECTION               | b:1
            CLIENT     | ACKNOWLEDGE                    | b:1
            CLIENT     | RECOVER                        | a:2! b:1
            CLIENT     | TWO_RECOVERS                   | a:2! b:1
            CLIENT     | RECOVER_AND_RECEIVE_AGAIN      | a:3! b:1
            CLIENT     | CLOSE_CONSUMER                 | a:2! b:1
            CLIENT     | CLOSE_CONSUMER_AND_ACKNOWLEDGE | b:1
            CLIENT     | CLOSE_SESSION                  | a:2! b:1
            CLIENT     | CLOSE_CONNECTION               | a:2! b:1
            CLIENT     | STOP_AND_START_CONNECTION      | a:2! b:1
            CLIENT     | RESTART_BROKER                 | a:2! b:1
            INDIVIDUAL | ACKNOWLEDGE                    | b:1
            INDIVIDUAL | RECOVER                        | a:2! b:1
            INDIVIDUAL | TWO_RECOVERS                   | a:2! b:1
            INDIVIDUAL | RECOVER_AND_RECEIVE_AGAIN      | a:3! b:1
            INDIVIDUAL | CLOSE_CONSUMER                 | a:2! b:1
            INDIVIDUAL | CLOSE_CONSUMER_AND_ACKNOWLEDGE | b:1
            INDIVIDUAL | CLOSE_SESSION                  | a:2! b:1
            INDIVIDUAL | CLOSE_CONNECTION               | a:2! b:1
            INDIVIDUAL | RESTART_BROKER                 | a:2! b:1
            TRANSACTED | COMMIT                         | b:1
            TRANSACTED | ROLLBACK                       | a:2! b:1
            TRANSACTED | REFUSED_RECOVER                | a:2! b:1
            TRANSACTED | CLOSE_CONSUMER                 | a:2! b:1
            TRANSACTED | CLOSE_CONSUMER_AND_COMMIT      | b:1
            TRANSACTED | CLOSE_CONSUMER_AND_ROLL_BACK   | a:2! b:1
            TRANSACTED | CLOSE_SESSION                  | a:2! b:1
            TRANSACTED | CLOSE_CONNECTION               | a:2! b:1
            TRANSACTED | RESTART_BROKER                 | a:2! b:1
            """)
    void theReceivedMessageCountsAndTheOneBehindItDoesNot(Mode mode, Event event, String left) throws JMSException {
        put("a", "b");

        event.happen(receiveFirst(mode));

        assertThat(left()).isEqualTo(left);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            AUTO       | a:1 b:1
            DUPS_OK    | a:1 b:1
            CLIENT     | a:2! b:1
            INDIVIDUAL | a:2! b:1
            TRANSACTED | a:2! b:1
            """)
    void aBodyOfTheWrongTypeWasNeverReceivedWhereItAcknowledgesByItself(Mode mode, String left) throws JMSException {
        put("a", "b");
        try (JMSContext context = broker.connectionFactory().createContext(mode.number)) {
            assertThatThrownBy(() -> context.createConsumer(queue).receiveBody(Integer.class, LONG))
                    .isInstanceOf(MessageFormatRuntimeException.class);
        }

        assertThat(left()).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({"AUTO", "DUPS_OK"})
    void aBodyOfTheWrongTypeStaysFirst(Mode mode) throws JMSException {
        put("a", "b");
        try (JMSContext context = broker.connectionFactory().createContext(mode.number)) {
            var bodies = context.createConsumer(queue);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> bodies.receiveBody(Integer.class, LONG))
                        .isInstanceOf(JMSRuntimeException.class);
            }

            Message next = bodies.receive(LONG);

            assertThat(shown(next)).isEqualTo("a:1");
        }
        assertThat(left()).isEqualTo("b:1");
    }

    /** What a listener does with the first message it gets. */
    enum Reaction {
        THROW {
            @Override
            void react(Session session, Message message) {
                throw new IllegalStateException("the listener failed");
            }
        },
        ROLLBACK {
            @Override
            void react(Session session, Message message) throws JMSException {
                session.rollback();
            }
        },
        RECOVER {
            @Override
            void react(Session session, Message message) throws JMSException {
                session.recover();
            }
        },
        ACKNOWLEDGE {
            @Override
            void react(Session session, Message message) throws JMSException {
                message.acknowledge();
            }
        };

        abstract void react(Session session, Message message) throws JMSException;
    }

    @ParameterizedTest(name = "{0} {1}: {2}, left {3}")
    @CsvSource(delimiter = '|', textBlock = """
            AUTO       | THROW       | a:1 a:2! b:1 | ''
            AUTO       | RECOVER     | a:1 a:2! b:1 | ''
            DUPS_OK    | THROW       | a:1 a:2! b:1 | ''
            DUPS_OK    | RECOVER     | a:1 a:2! b:1 | ''
            CLIENT     | RECOVER     | a:1 a:2! b:1 | a:3! b:2!
            CLIENT     | ACKNOWLEDGE | a:1 b:1      | b:2!
            CLIENT     | THROW       | a:1 b:1      | a:2! b:2!
            INDIVIDUAL | RECOVER     | a:1 a:2! b:1 | a:3! b:2!
            INDIVIDUAL | ACKNOWLEDGE | a:1 b:1      | b:2!
            TRANSACTED | ROLLBACK    | a:1 a:2! b:1 | a:3! b:2!
            TRANSACTED | THROW       | a:1 b:1      | a:2! b:2!
            """)
    void aListenersMessageCountsAndTheOneBufferedBehindItDoesNot(Mode mode, Reaction reaction, String seen, String left)
            throws Exception {
        put("a", "b");
        List<String> shown = new CopyOnWriteArrayList<>();
        Session listening = session(mode.number);
        listening.createConsumer(queue).setMessageListener(message -> {
            shown.add(shownUnchecked(message));
            if (shown.size() == 1) {
                unchecked(() -> reaction.react(listening, message));
            }
        });

        Awaitility.await()
                .untilAsserted(() -> assertThat(String.join(" ", shown)).isEqualTo(seen));
        listening.close();

        assertThat(left()).isEqualTo(left);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            AUTO       | b:1
            DUPS_OK    | b:1
            CLIENT     | a:2! b:1
            INDIVIDUAL | a:2! b:1
            TRANSACTED | a:2! b:1
            """)
    void whatIsBufferedBehindARunningListenerGoesBackUncountedWhenTheConnectionCloses(Mode mode, String left)
            throws Exception {
        put("a", "b");
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        List<String> shown = new CopyOnWriteArrayList<>();
        session(mode.number).createConsumer(queue).setMessageListener(message -> {
            shown.add(shownUnchecked(message));
            running.countDown();
            unchecked(() -> await(mayReturn));
        });
        await(running);

        Connection closing = connection;
        Thread closer = new Thread(() -> unchecked(closing::close), "closer");
        closer.start();
        Awaitility.await("the session is stopped and waits for its listener")
                .until(() -> closer.getState() == Thread.State.WAITING);
        mayReturn.countDown();
        closer.join(LONG);

        assertThat(shown).containsExactly("a:1");
        assertThat(left()).isEqualTo(left);
    }

    private Received receiveFirst(Mode mode) throws JMSException {
        Session session = session(mode.number);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = consumer.receive(LONG);
        assertThat(shown(first)).isEqualTo("a:1");
        return new Received(connection, session, consumer, first);
    }

    private static String shownUnchecked(Message message) {
        try {
            return String.valueOf(shown(message));
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(LONG, TimeUnit.MILLISECONDS)).isTrue();
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void unchecked(Step step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
