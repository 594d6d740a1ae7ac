package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Direct retained messages that are large: their content goes ahead of the entry that makes them snapshots [LOG.md L3, L4]. */
class LargeDirectSnapshotTest {
    private TestVpn vpn = TestVpn.start();

    @AfterEach
    void stop() {
        vpn.close();
    }

    @Test
    void oneLargerThanARowIsOnDiskWithTheOthersAndNoEntryIsLarge() {
        vpn.vpn.live().publish(direct("/small", 10));
        vpn.vpn.live().publish(direct("/large", 29_000_000));
        vpn.duties.runAll();
        vpn.awaitCommitter();

        assertThat(vpn.rows().log())
                .allSatisfy(entry -> assertThat(entry.bodyBytes()).isLessThan(1 << 20));
        vpn = vpn.restarted();
        assertThat(sizeOf("/small")).isEqualTo(10);
        assertThat(sizeOf("/large")).isEqualTo(29_000_000);
    }

    @Test
    void whatWasUploadedGoesWithASnapshotThatIsReplaced() {
        vpn.withoutHistory();
        vpn.vpn.live().publish(direct("/large", 1_000_000));
        vpn.duties.runAll();
        vpn.awaitCommitter();
        vpn.vpn.live().publish(direct("/large", 2_000_000));
        vpn.duties.runAll();
        for (int i = 0; i < 2_000; i++) {
            vpn.publish("/other", "x");
        }
        for (int i = 0; i < 20; i++) {
            vpn.duties.runAll();
        }

        assertThat(vpn.script.uploads()).isEqualTo(1);
        assertThat(sizeOf("/large")).isEqualTo(2_000_000);
    }

    @Test
    void whatWasUploadedInVainGoes() throws InterruptedException {
        vpn.vpn.live().publish(direct("/large", 1_000_000));
        vpn.rows().refuseNextAppend("disk full");
        vpn.duties.runAll();
        vpn.awaitCommitter();
        vpn.duties.awaitIdle();
        assertThat(vpn.script.uploads()).isZero();

        vpn.duties.runAll();
        vpn.awaitCommitter();

        vpn = vpn.restarted();
        assertThat(sizeOf("/large")).isEqualTo(1_000_000);
        assertThat(vpn.script.uploads()).isEqualTo(1);
    }

    private int sizeOf(String subject) {
        return vpn.vpn
                .live()
                .snapshot(TopicName.of(subject))
                .map(message -> message.message().body().length)
                .orElse(-1);
    }

    private static Message direct(String subject, int bytes) {
        return Message.to(TopicName.of(subject))
                .deliveryMode(DeliveryMode.DIRECT)
                .retained(true)
                .bytes(new byte[bytes])
                .build();
    }
}
