package io.reprise.broker.web.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionsTest {
    private static final String ALL = "SEMP/v2/config/definitions";
    private static final String VPN = "SEMP/v2/config/msgVpns/default/definitions";
    private static final String ONE_QUEUE =
            "{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'default','queues':[{'queueName':'q'}]}]}";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    private boolean isThere(String queue) {
        return server.vpn().endpoint(EndpointKind.QUEUE, queue).isPresent();
    }

    @Test
    void anExportIsTheDocumentThatAnImportTakes() {
        Answer imported = server.as("admin").json("PUT", ALL, ONE_QUEUE);
        assertThat(imported.status()).as(imported.text()).isEqualTo(200);
        assertThat(imported.data().getBoolean("applied")).isTrue();
        assertThat(imported.data().getInt("createCount")).isEqualTo(1);

        Answer export = server.as("monitor").get(VPN);

        assertThat(export.text())
                .startsWith("{")
                .endsWith("}\n")
                .contains("\"definitionsVersion\": 1", "\"queueName\": \"q\"");
        Answer again = server.as("admin")
                .call("PUT", VPN, BodyPublishers.ofString(export.text()), "Content-Type", "application/json");
        assertThat(again.data().getInt("unchangedCount")).isEqualTo(1);
        assertThat(server.as("operator").get(ALL).text()).contains("other");
    }

    @Test
    void aDryRunTellsProblemsInItsAnswerAndAnImportInItsError() {
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/queues/q", "{'maxBindCount':5}");
        String wrong = ONE_QUEUE.replace("}]}]}", "},{'queueName':'r','colour':1}]}]}");

        Answer planned = server.as("admin").json("PUT", ALL + "?dryRun=true", wrong);
        Answer refused = server.as("admin").json("PUT", ALL, wrong);

        assertThat(planned.status()).isEqualTo(200);
        assertThat(planned.data().getBoolean("applied")).isFalse();
        assertThat(planned.data().getJsonArray("problems")).hasSize(2);
        assertThat(refused.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(refused.text()).contains("colour = 1", "'q' exists with other settings");
        assertThat(isThere("r")).isFalse();
    }

    @Test
    void anImportIsMadeOnTopOfWhatWasReadOrNotAtAll() {
        String read = server.as("monitor").get(ALL).header("ETag");
        assertThat(server.as("monitor").get(ALL, "If-None-Match", read).status())
                .isEqualTo(304);
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/queues/other", "{}");

        Answer late = server.as("admin").json("PUT", ALL, ONE_QUEUE, "If-Match", read);

        assertThat(late.status()).isEqualTo(412);
        assertThat(isThere("q")).isFalse();
        String now = server.as("monitor").get(VPN).header("ETag");
        assertThat(server.as("admin")
                        .json("PUT", VPN, ONE_QUEUE, "If-Match", now)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aVpnIsMadeOnlyForWhoDoesNotBelieveThatItExists() {
        String path = "SEMP/v2/config/msgVpns/third/definitions";
        String document = ONE_QUEUE.replace("default", "third");

        Answer any = server.as("admin").json("PUT", path, document, "If-Match", "*");
        Answer version = server.as("admin").json("PUT", path, document, "If-Match", "\"1\"");
        assertThat(List.of(any.status(), version.status()))
                .as(any.text() + version.text())
                .containsOnly(412);
        assertThat(server.broker().vpnNames()).doesNotContain("third");

        Answer made = server.as("admin").json("PUT", path, document, "If-None-Match", "*");
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        assertThat(server.broker().fakeVpn("third").endpoint(EndpointKind.QUEUE, "q"))
                .isPresent();
        Answer again = server.as("admin").json("PUT", path, document, "If-None-Match", "*");
        assertThat(again.status()).isEqualTo(412);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ?dryRun=yes           | parameter dryRun: 'yes'; allowed: true, false
            ?onConflict=win       | parameter onConflict: 'win'; allowed: fail, replace, keep
            ?pruneMessages=true   | pruneMessages: true without prune
            ?prune=true&prune=true| parameter prune: 2 times
            """)
    void refusesBadParameters(String query, String text) {
        Answer answer = server.as("admin").json("PUT", ALL + query, ONE_QUEUE);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains(text);
        assertThat(isThere("q")).isFalse();
    }

    @Test
    void aVpnsDocumentHasThatVpnAlone() {
        Answer answer = server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/other/definitions", ONE_QUEUE);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("VPNs of the document: ['default']; allowed: 'other' alone");
        assertThat(isThere("q")).isFalse();
    }

    @Test
    void moreThanEightMebibytesAreRefused() {
        Answer answer = server.as("admin").json("PUT", ALL, ONE_QUEUE + " ".repeat(8 << 20));

        assertThat(answer.sempError()).isEqualTo("27 PARSE_ERROR");
        assertThat(answer.text()).contains("more than 8388608 bytes");
    }
}
