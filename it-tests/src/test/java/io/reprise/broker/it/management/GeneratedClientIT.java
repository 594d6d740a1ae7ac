package io.reprise.broker.it.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.reprise.client.ApiClient;
import io.reprise.client.ApiException;
import io.reprise.client.api.ActionApi;
import io.reprise.client.api.ConfigApi;
import io.reprise.client.api.MessagingApi;
import io.reprise.client.api.MonitorApi;
import io.reprise.client.model.MonitorMsgVpnQueue;
import io.reprise.client.model.MsgVpn;
import io.reprise.client.model.MsgVpnQueue;
import io.reprise.client.model.MsgVpnQueueSubscription;
import io.reprise.client.model.MsgVpnReplayLog;
import io.reprise.client.model.Published;
import io.reprise.client.model.StartReplay;
import io.reprise.client.model.StartedReplay;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that a public generator makes of the OpenAPI document does what its users will do with it. */
@RunAsClient
class GeneratedClientIT extends ManagementSuite {
    private static final String VPN = "generated";
    private static final String QUEUE = "orders/eu";
    private static final int MESSAGES = 5;

    private final ConfigApi config = new ConfigApi(client("admin"));
    private final MonitorApi monitor = new MonitorApi(client("monitor"));
    private final ActionApi actions = new ActionApi(client("operator"));
    private final MessagingApi messages = new MessagingApi(client("client"));

    private static ApiClient client(String user) {
        String root = Api.root().toString();
        ApiClient client = new ApiClient();
        client.updateBaseUri(root.substring(0, root.length() - 1));
        client.setRequestInterceptor(
                request -> request.header("Authorization", Api.as(user).authorization()));
        return client;
    }

    @BeforeEach
    void createVpn() throws ApiException {
        config.createMsgVpn(new MsgVpn().msgVpnName(VPN), null);
    }

    @AfterEach
    void deleteVpn() throws ApiException {
        config.deleteMsgVpnReplayLog(VPN, "all", null, null);
        config.deleteMsgVpnQueue(VPN, QUEUE, null, null);
        config.deleteMsgVpn(VPN, null, null);
    }

    @Test
    void createsAQueueSubscribesPublishesStartsAReplayAndReadsItsProgress() throws ApiException {
        config.createMsgVpnReplayLog(
                VPN,
                new MsgVpnReplayLog()
                        .replayLogName("all")
                        .ingressEnabled(true)
                        .egressEnabled(true)
                        .maxSpoolUsage(100L),
                null);
        MsgVpnQueue created = config.createMsgVpnQueue(
                        VPN,
                        new MsgVpnQueue().queueName(QUEUE).ingressEnabled(true).egressEnabled(true),
                        null)
                .getData();
        config.createMsgVpnQueueSubscription(
                VPN, QUEUE, new MsgVpnQueueSubscription().subscriptionTopic("orders/eu/>"), null);

        for (int i = 0; i < MESSAGES; i++) {
            assertThat(publish("orders/eu/" + i).getMsgId()).isPositive();
        }
        assertThat(queue().getSpooledMsgCount()).isEqualTo(MESSAGES);
        StartedReplay started =
                actions.doMsgVpnQueueStartReplay(VPN, QUEUE, new StartReplay()).getData();

        assertThat(created.getQueueName()).isEqualTo(QUEUE);
        assertThat(created.getMaxRedelivery()).isZero();
        assertThat(started.getLoggedMsgCount()).isEqualTo(MESSAGES);
        await("all messages on the queue once more").until(() -> queue().getReplayedTxMsgCount() == MESSAGES);
        assertThat(queue().getReplayState()).isEqualTo("pending-complete");
        assertThat(monitor.monitorMsgVpnQueueMsgs(VPN, QUEUE, 2L, null, null, null)
                        .getData())
                .hasSize(2)
                .allSatisfy(message -> assertThat(message.getTopic()).startsWith("orders/eu/"));
    }

    @Test
    void isToldWhatWasWrong() throws ApiException {
        config.createMsgVpnReplayLog(VPN, new MsgVpnReplayLog().replayLogName("all"), null);
        config.createMsgVpnQueue(VPN, new MsgVpnQueue().queueName(QUEUE), null);

        assertThatThrownBy(() -> config.createMsgVpnQueue(VPN, new MsgVpnQueue().queueName(QUEUE), null))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(400))
                .hasMessageContaining("ALREADY_EXISTS");
    }

    private Published publish(String topic) throws ApiException {
        return messages.publishToTopic(
                VPN, topic, "an order", "Persistent", null, null, null, "c-1", null, null, null, null, null);
    }

    private MonitorMsgVpnQueue queue() throws ApiException {
        return monitor.monitorMsgVpnQueue(VPN, QUEUE, null).getData();
    }
}
