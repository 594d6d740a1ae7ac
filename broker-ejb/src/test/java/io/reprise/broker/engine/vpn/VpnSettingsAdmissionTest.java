package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.topicEndpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.RejectToSender;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.topic.TopicName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a VPN's own settings let in [spec 1.1, 1.5]. */
class VpnSettingsAdmissionTest {
    private static final int HALF_A_MB = 499_000;

    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private <T> void set(Attribute<T> attribute, T value) {
        VpnSettings before = broker.administration.vpn().settings();
        broker.administration.changeVpn(before.with(attribute, value), -1);
    }

    private static Message large(String topic) {
        return Message.to(TopicName.of(topic)).bytes(new byte[HALF_A_MB]).build();
    }

    private static void assertFull(CommitOutcome outcome) {
        assertThat(outcome).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(ErrorCode.VPN_QUOTA_EXCEEDED);
            assertThat(rejected.text()).contains("maxMsgSpoolUsage of the VPN");
        });
    }

    @Test
    void theQuotaIsOverAllEndpointsTogetherAndAnAcknowledgementMakesRoom() {
        broker.createQueue("a", "a");
        broker.createQueue("b", "b");
        set(VpnAttributes.MAX_SPOOL_USAGE, 1L);
        assertThat(broker.publish(large("a"))).isInstanceOf(Stored.class);
        assertThat(broker.publish(large("b"))).isInstanceOf(Stored.class);

        assertFull(broker.publish(large("a")));
        assertThat(broker.administration.statistics().spooledMsgCount()).isEqualTo(2);
        assertThat(broker.administration.statistics().maxSpooledBytes()).isEqualTo(1_000_000);

        broker.drain(broker.consume("b"));
        assertThat(broker.publish(large("a"))).isInstanceOf(Stored.class);
    }

    @Test
    void oneMessageOnTwoEndpointsNeedsRoomForBothOrIsNowhere() {
        broker.createQueue("a", "t");
        broker.createQueue("b", "t");
        broker.createQueue("c", "t");
        set(VpnAttributes.MAX_SPOOL_USAGE, 1L);

        assertFull(broker.publish(large("t")));

        assertThat(broker.administration.statistics().spooledMsgCount()).isZero();
    }

    @Test
    void whatTheSameEntryAddsCounts() {
        broker.createQueue("a", "a");
        set(VpnAttributes.MAX_SPOOL_USAGE, 1L);
        ScriptedStore.Gate gate = broker.holdCommitter();
        PendingOutcome first = broker.vpn.submit(WorkUnit.publishing(message("a", "x".repeat(200_000))));
        PendingOutcome second = broker.vpn.submit(WorkUnit.publishing(message("a", "x".repeat(200_000))));
        WorkUnit tooMuch = new WorkUnit();
        for (int i = 0; i < 4; i++) {
            tooMuch.publish(message("a", "x".repeat(200_000)));
        }
        PendingOutcome third = broker.vpn.submit(tooMuch);
        gate.open();

        assertThat(first.await()).isInstanceOf(Stored.class);
        assertThat(second.await()).isInstanceOf(Stored.class);
        assertFull(third.await());
    }

    @Test
    void anEndpointThatRefusesSilentlyIsSkipped() {
        broker.createQueue("silent", queue().with(EndpointAttributes.REJECT_MSG_TO_SENDER, RejectToSender.NEVER), "t");
        broker.createTopicEndpoint("te", topicEndpoint(), "t");
        set(VpnAttributes.MAX_SPOOL_USAGE, 1L);
        broker.publish(large("t"));

        assertThat(broker.publish(large("t"))).isInstanceOf(Stored.class);

        assertThat(broker.administration.statistics().spooledMsgCount()).isEqualTo(2);
        assertThat(broker.figures("silent").discardedMsgs()).isEqualTo(1);
        assertThat(broker.administration
                        .endpointStatistics(EndpointKind.TOPIC_ENDPOINT, "te")
                        .discardedMsgs())
                .isEqualTo(1);
    }

    @Test
    void theNewestOfALastValueQueueTakesThePlaceOfTheOneBefore() {
        broker.createQueue("last", queue().with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "l");
        broker.createQueue("a", "a");
        set(VpnAttributes.MAX_SPOOL_USAGE, 1L);
        broker.publish(large("l"));
        broker.publish(large("a"));

        assertThat(broker.publish(large("l"))).isInstanceOf(Stored.class);
        assertFull(broker.publish(large("a")));
    }

    @Test
    void aLowerQuotaTakesNothingAwayAndZeroIsUnlimited() {
        broker.createQueue("a", "a");
        broker.publish(large("a"));
        broker.publish(large("a"));
        broker.publish(large("a"));

        set(VpnAttributes.MAX_SPOOL_USAGE, 1L);
        assertFull(broker.publish("a", "small"));
        assertThat(broker.spooled("a")).isEqualTo(3);

        set(VpnAttributes.MAX_SPOOL_USAGE, 0L);
        assertThat(broker.publish("a", "small")).isInstanceOf(Stored.class);
    }

    @Test
    void aMessageThatNobodyAttractsIsRefusedIfTheVpnSaysSo() {
        broker.createQueue("a", "a");
        assertThat(broker.publish("nobody's", "dropped")).isInstanceOf(Stored.class);
        set(VpnAttributes.REJECT_UNMATCHED, true);

        assertThat(broker.publish("nobody's", "refused")).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(ErrorCode.NO_SUBSCRIPTION_MATCH);
            assertThat(rejected.text()).contains("nobody's");
        });
        assertThat(broker.publish("a", "taken")).isInstanceOf(Stored.class);
    }

    @Test
    void settingsAreKeptAndAnOldVersionIsRefused() {
        long version = broker.administration.vpn().version();
        set(VpnAttributes.MAX_SPOOL_USAGE, 3L);
        assertThatThrownBy(() -> broker.administration.changeVpn(VpnSettings.DEFAULTS, version))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VERSION_CONFLICT))
                .hasMessageContaining("VPN 'default'");

        broker = broker.restarted();

        assertThat(broker.administration.vpn().settings().maxSpoolBytes()).isEqualTo(3_000_000);
        assertThat(broker.administration.vpn().version()).isEqualTo(version + 1);
    }

    @Test
    void settingsAreKeptByTheDatabase() {
        try (TestBroker first = TestBroker.onNewDatabase()) {
            VpnSettings settings = first.administration.vpn().settings().with(VpnAttributes.MAX_SPOOL_USAGE, 3L);
            long version = first.administration.vpn().version();
            first.administration.changeVpn(settings, version);
            try (TestBroker second = first.restarted()) {
                assertThat(second.administration.vpn().settings()).isEqualTo(settings);
                assertThat(second.administration.vpn().version()).isEqualTo(version + 1);
            }
        }
    }
}
