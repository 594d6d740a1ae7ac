package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SnapshotsTest {
    private static final String SNAPSHOTS = "SEMP/v2/monitor/msgVpns/default/snapshots";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void retain() {
        for (String subject : new String[] {"prices/C", "prices/A", "prices/B", "news/x"}) {
            Message message = Message.to(TopicName.of(subject))
                    .text("of " + subject)
                    .retained(true)
                    .build();
            server.vpn()
                    .live()
                    .putSnapshot(new LiveMessage(message, true, SubjectPosition.NONE, SubjectPosition.NONE, 5_000));
        }
    }

    private String subjects(String query) {
        return String.valueOf(server.as("monitor")
                .get(SNAPSHOTS + "?select=subject" + query)
                .json()
                .get("data"));
    }

    @Test
    void areSearchedAndPagedInTheOrderOfSubjects() {
        assertThat(subjects("&where=subject==prices/*&count=2"))
                .isEqualTo("[{\"subject\":\"prices/A\"},{\"subject\":\"prices/B\"}]");
        Answer first = server.as("monitor").get(SNAPSHOTS + "?count=3&select=subject");
        Answer second = server.as("monitor")
                .get(SNAPSHOTS + "?" + first.meta().getJsonObject("paging").getString("cursorQuery"));
        assertThat(second.json().get("data")).hasToString("[{\"subject\":\"prices/C\"}]");
    }

    @Test
    void showPayloadsToThoseWhoMayBrowse() {
        String one = SNAPSHOTS + "/prices%2FA";

        assertThat(server.as("admin").get(one).data())
                .hasToString("{\"msgVpnName\":\"default\",\"subject\":\"prices/A\",\"msgId\":7,\"spooledTime\":5,"
                        + "\"inMemory\":true,\"messageId\":\"\",\"correlationId\":\"\",\"type\":\"\",\"contentType\":\"\","
                        + "\"replyTo\":\"\",\"properties\":{},\"bodyKind\":\"text\",\"payloadSize\":11,"
                        + "\"payloadPreview\":\"of prices/A\"}");
        assertThat(server.as("monitor").get(one).data()).doesNotContainKey("payloadPreview");
    }

    @Test
    void areDeletedOneByOne() {
        String action = "SEMP/v2/action/msgVpns/default/snapshots/prices%2FA/delete";

        assertThat(server.as("operator").json("PUT", action, "{}").status()).isEqualTo(200);
        Answer again = server.as("operator").json("PUT", action, "{}");

        assertThat(again.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(again.sempDescription()).contains("'prices/A'");
        assertThat(subjects("")).doesNotContain("prices/A");
    }
}
