package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.FaultyProxy;
import io.reprise.broker.engine.store.FaultyProxy.Fault;
import io.reprise.broker.engine.store.MariaDbServer;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.publish.WorkUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The move to the dead message queue is one entry: whatever happens to it, the message is in one place [spec 4.3, LOG.md L2, L13]. */
@Timeout(120)
class DeadLetterCrashTest {
    private static final String DEAD_MESSAGES = "#DEAD_MSG_QUEUE";
    private static final Duration SOON = Duration.ofSeconds(20);

    /** A move's entry names the queue its message died on, and no other entry does: the proxy finds it by this. */
    private static final String QUEUE = "where-it-died";

    private final MariaDbServer server = MariaDbServer.shared();
    private final String schema = server.newDatabase();
    private FaultyProxy proxy;

    @BeforeEach
    void createQueueWithTwoMessages() throws IOException {
        try (TestBroker broker = TestBroker.on(server.url(schema), server.user(), server.password())) {
            EndpointSettings once =
                    EndpointSettings.clientCreated(EndpointKind.QUEUE).with(EndpointAttributes.MAX_REDELIVERY, 1L);
            broker.createQueue(QUEUE, once, "q");
            broker.vpn.commit(WorkUnit.publishing(TestVpn.message("q", "m"))).orThrow();
            broker.vpn.commit(WorkUnit.publishing(TestVpn.message("q", "next"))).orThrow();
        }
        proxy = new FaultyProxy(server.port(), QUEUE);
    }

    @AfterEach
    void closeProxy() throws IOException {
        proxy.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"CUT_BEFORE", "CUT_AFTER", "CUT_WHILE", "CUT_DELIVER_LATE"})
    void itIsMovedOnceWhenTheConnectionIsCutMeanwhile(Fault cut) {
        try (TestBroker broker = TestBroker.on(server.url(schema, proxy.port()), server.user(), server.password())) {
            DeliverySession session = broker.consume(QUEUE);
            Delivery first = next(session);
            proxy.arm(cut);

            session.release(first);

            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> texts(broker, DEAD_MESSAGES).size() == 1);
            assertThat(proxy.marked()).as("the move was met, and repeated").isEqualTo(2);
            proxy.deliverLate();
            requireMoved(broker);
        }
        requireMovedAfterRecovery();
    }

    @Test
    void killedJustBeforeItsCommitTheBrokerHasNotMovedItAndItGoesAtItsNextTurn() throws Exception {
        killWhileMoving(Fault.HOLD_REQUEST);

        try (TestBroker broker = open()) {
            // What the killed one had sent comes only now: its slot is taken.
            proxy.letGo();
            assertThat(texts(broker, QUEUE)).containsExactly("m", "next");
            assertThat(texts(broker, DEAD_MESSAGES)).isEmpty();

            DeliverySession session = broker.consume(QUEUE);
            Delivery first = next(session);
            if (TestVpn.text(first).equals("m")) {
                // Its mark was not on disk: the attempt is made again.
                session.release(first);
                Awaitility.await()
                        .atMost(SOON)
                        .until(() -> texts(broker, DEAD_MESSAGES).size() == 1);
            }
            session.giveBack(first);
            requireMoved(broker);
        }
        requireMovedAfterRecovery();
    }

    @Test
    void killedJustAfterItsCommitTheBrokerHasMovedIt() throws Exception {
        killWhileMoving(Fault.HOLD_ANSWER);

        requireMovedAfterRecovery();
    }

    private void killWhileMoving(Fault moment) throws Exception {
        try (MovingProcess process =
                MovingProcess.start(server.url(schema, proxy.port()), server.user(), server.password(), QUEUE)) {
            proxy.arm(moment);
            process.fail();
            proxy.awaitHeld();
        }
    }

    private void requireMovedAfterRecovery() {
        try (TestBroker broker = open()) {
            requireMoved(broker);
        }
    }

    private static void requireMoved(TestBroker broker) {
        assertThat(texts(broker, QUEUE)).containsExactly("next");
        assertThat(texts(broker, DEAD_MESSAGES)).containsExactly("m");
    }

    private TestBroker open() {
        return TestBroker.on(server.url(schema), server.user(), server.password());
    }

    private static Delivery next(DeliverySession session) {
        return Objects.requireNonNull(session.receive(SOON));
    }

    private static List<String> texts(TestBroker broker, String queue) {
        List<String> texts = new ArrayList<>();
        Browse browse = broker.vpn.browse(EndpointKind.QUEUE, queue, "");
        for (StoredMessage message = browse.next(); message != null; message = browse.next()) {
            texts.add(new String(message.message().body(), StandardCharsets.UTF_8));
        }
        return texts;
    }
}
