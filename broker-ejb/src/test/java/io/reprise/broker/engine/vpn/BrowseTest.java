package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Browsing shows what is on an endpoint in the order of delivery and changes nothing [spec 4.3]. */
class BrowseTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private Browse browse(String selector) {
        return broker.vpn.browse(EndpointKind.QUEUE, "q", selector);
    }

    private static List<String> rest(Browse browse) {
        List<String> texts = new ArrayList<>();
        for (StoredMessage next = browse.next(); next != null; next = browse.next()) {
            texts.add(new String(next.message().body(), StandardCharsets.UTF_8) + "#" + next.deliveryCount());
        }
        return texts;
    }

    private void publish(int priority, String text) {
        broker.publish(Message.to(TopicName.of("q"))
                        .priority(priority)
                        .ttlMillis(priority % 2 == 0 ? 600_000 : 0)
                        .text(text)
                        .build())
                .orThrow();
    }

    @Test
    void showsWhatIsInFlightTooAndTakesNothing() {
        broker.createQueue("q", "q");
        broker.publish("q", "a");
        broker.publish("q", "b");
        DeliverySession session = broker.consume("q");
        session.release(next(session));
        broker.awaitCommitter();
        next(session);

        assertThat(rest(browse(""))).containsExactly("a#2", "b#1");

        assertThat(broker.figures("q").inFlightMsgCount()).isEqualTo(1);
        assertThat(broker.figures("q").bindCount()).isEqualTo(1);
        assertThat(broker.spooled("q")).isEqualTo(2);
        assertThat(TestVpn.nextText(session)).isEqualTo("b");
    }

    @Test
    void goesByPriorityOverAllLanesAndInOrderWithinOne() {
        broker.createQueue(
                "q",
                queue().with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true)
                        .with(EndpointAttributes.RESPECT_TTL_ENABLED, true),
                "q");
        for (int i = 0; i < 40; i++) {
            publish(i * 7 % 10, "m" + i);
        }
        List<String> browsed = rest(browse(""));

        assertThat(browsed).hasSize(40);
        assertThat(browsed)
                .isEqualTo(broker.drain(broker.consume("q")).stream()
                        .map(text -> text + "#1")
                        .toList());
    }

    @Test
    void goesThroughManyPagesAndGoesOnWithWhatComes() {
        broker.createQueue("q", "q");
        List<String> expected = new ArrayList<>();
        WorkUnit unit = new WorkUnit();
        for (int i = 0; i < 1_000; i++) {
            unit.publish(message("q", "m" + i));
            expected.add("m" + i + "#1");
        }
        broker.vpn.commit(unit).orThrow();
        Browse browse = browse("");

        assertThat(rest(browse)).isEqualTo(expected);
        assertThat(browse.next()).isNull();
        broker.publish("q", "late");
        assertThat(rest(browse)).containsExactly("late#1");
    }

    @Test
    void showsWhatASelectorWants() {
        broker.createQueue("q", "q");
        for (int i = 0; i < 10; i++) {
            broker.publish(Message.to(TopicName.of("q"))
                            .property("n", i)
                            .text("m" + i)
                            .build())
                    .orThrow();
        }

        assertThat(rest(browse("n BETWEEN 3 AND 5"))).containsExactly("m3#1", "m4#1", "m5#1");
        assertThatThrownBy(() -> browse("n ="))
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_SELECTOR));
    }

    @Test
    void ofWhatIsNotThereIsRefusedAndOfWhatIsDeletedEnds() {
        broker.createQueue("q", "q");
        broker.publish("q", "a");
        Browse browse = browse("");

        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q");

        assertThat(browse.next()).isNull();
        assertThatThrownBy(() -> browse(""))
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void goesOnWhereTheDatabaseWasAway() {
        broker.createQueue("q", "q");
        broker.publish("q", "a");
        broker = broker.restarted();
        Browse browse = browse("");
        broker.script.failNextRead();

        assertThatThrownBy(browse::next)
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.DATABASE_UNAVAILABLE));

        assertThat(rest(browse)).containsExactly("a#1");
    }
}
