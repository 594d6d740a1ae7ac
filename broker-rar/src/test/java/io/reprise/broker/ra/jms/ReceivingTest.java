package io.reprise.broker.ra.jms;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.delivery.BindRequest;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** When a receive waits, and what ends it. */
final class ReceivingTest extends ClientFixture {
    private final BlockingQueue<String> results = new LinkedBlockingQueue<>();

    private Thread receiving(MessageConsumer consumer, long timeoutMillis) {
        Thread thread = new Thread(() -> {
            try {
                results.add(String.valueOf(text(consumer.receive(timeoutMillis))));
            } catch (JMSException e) {
                results.add(e.toString());
            }
        });
        thread.start();
        return thread;
    }

    private String result() throws InterruptedException {
        return results.poll(LONG, MILLISECONDS);
    }

    private static void awaitWaiting(Thread thread) {
        await().until(() ->
                thread.getState() == Thread.State.TIMED_WAITING || thread.getState() == Thread.State.WAITING);
    }

    @Test
    void waitsUntilTheConnectionIsStarted() throws Exception {
        put("a");
        connection.stop();
        Thread receiver = receiving(session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders), 0);
        awaitWaiting(receiver);
        assertThat(waiting()).isEqualTo("a:0");

        connection.start();

        assertThat(result()).isEqualTo("a");
    }

    @Test
    void goesOnAfterTheConnectionWasStoppedMeanwhile() throws Exception {
        Thread receiver = receiving(session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders), 0);
        awaitWaiting(receiver);
        connection.stop();
        try (var other = factory.createConnection()) {
            Session session = other.createSession();
            session.createProducer(orders).send(session.createTextMessage("a"));
        }
        assertThat(results).isEmpty();

        connection.start();

        assertThat(result()).isEqualTo("a");
    }

    @Test
    void onAStoppedConnectionItsTimeRunsToo() throws Exception {
        put("a");
        connection.stop();
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);

        assertThat(consumer.receive(50)).isNull();
        assertThat(consumer.receiveNoWait()).isNull();

        assertThat(waiting()).isEqualTo("a:0");
    }

    @Test
    void closingTheConnectionEndsItWhereverItWaits() throws Exception {
        MessageConsumer started = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);
        Thread one = receiving(started, 0);
        awaitWaiting(one);
        connection.close();
        assertThat(result()).isEqualTo("null");

        connection = factory.createConnection();
        Thread other = receiving(session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders), 0);
        awaitWaiting(other);
        connection.close();
        assertThat(result()).isEqualTo("null");
    }

    @Test
    void closedConsumersDoNotReceive() throws JMSException {
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);
        consumer.close();

        assertThatThrownBy(() -> consumer.receive(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void interruptEndsAReceiveAndIsKept() throws Exception {
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders);
        Thread receiver = new Thread(() -> {
            try {
                results.add(consumer.receive() + " " + Thread.currentThread().isInterrupted());
            } catch (JMSException e) {
                results.add(e.toString());
            }
        });
        receiver.start();
        awaitWaiting(receiver);

        receiver.interrupt();

        assertThat(result()).isEqualTo("null true");
    }

    @Test
    void interruptDoesNotBreakOffASend() throws JMSException {
        Thread.currentThread().interrupt();
        try {
            put("a");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }

        assertThat(waiting()).isEqualTo("a:0");
    }

    @Test
    void selectorsReachTheEngine() throws JMSException {
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders, " colour = 'red' ");
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders, " ");

        assertThat(vpn.queue("orders").binds())
                .extracting(BindRequest::selector)
                .containsExactly("colour = 'red'", "");
    }

    @Test
    void selectorsThatAreNoneAreInvalid() {
        assertThatThrownBy(() -> session(Session.AUTO_ACKNOWLEDGE).createConsumer(orders, "a = ="))
                .isInstanceOf(InvalidSelectorException.class);
    }
}
