package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigVpnsTest {
    private static final String VPNS = "SEMP/v2/config/msgVpns";
    private static final String VPN = "SEMP/v2/config/msgVpns/default";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void showsTheSettingsOfAVpn() {
        Answer answer = server.as("monitor").get(VPN);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        assertThat(answer.data().getString("msgVpnName")).isEqualTo("default");
        assertThat(answer.data().getInt("maxMsgSpoolUsage")).isZero();
        assertThat(answer.data().getBoolean("rejectMsgToSenderOnNoSubscriptionMatchEnabled"))
                .isFalse();
        assertThat(server.as("monitor").get(VPN, "If-None-Match", "\"1\"").status())
                .isEqualTo(304);
    }

    @Test
    void changesWhatIsGivenAndKeepsTheRest() {
        server.as("admin").json("PATCH", VPN, "{'maxMsgSpoolUsage':7}");

        Answer answer = server.as("admin")
                .json("PATCH", VPN, "{'msgVpnName':'default','rejectMsgToSenderOnNoSubscriptionMatchEnabled':true}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"3\"");
        assertThat(answer.data().getInt("maxMsgSpoolUsage")).isEqualTo(7);
        assertThat(settings().maxSpoolBytes()).isEqualTo(7_000_000);
        assertThat(settings().rejectsUnmatched()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {'maxMsgSpoolUsage':-1}             | 11 INVALID_PARAMETER | maxMsgSpoolUsage = -1; allowed: 0–6000000 MB
            {'colour':'red'}                    | 11 INVALID_PARAMETER | colour = 'red'
            {'msgVpnName':'else'}               | 11 INVALID_PARAMETER | msgVpnName: 'else'; allowed: 'default'
            {'maxMsgSpoolUsage':1               | 27 PARSE_ERROR       | the request's body
            """)
    void refusesABadBodyByNameAndChangesNothing(String body, String error, String text) {
        Answer answer = server.as("admin").json("PATCH", VPN, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(settings()).isEqualTo(VpnSettings.DEFAULTS);
    }

    @Test
    void changesOnlyTheVersionThatIfMatchNames() {
        server.as("admin").json("PATCH", VPN, "{'maxMsgSpoolUsage':7}", "If-Match", "\"1\"");

        Answer answer = server.as("admin").json("PATCH", VPN, "{'maxMsgSpoolUsage':8}", "If-Match", "\"1\"");

        assertThat(answer.status()).isEqualTo(412);
        assertThat(answer.sempDescription()).contains("VPN 'default'").contains("ETag \"2\"");
        assertThat(settings().maxSpoolBytes()).isEqualTo(7_000_000);
    }

    @Test
    void twoAdministratorsChangesOfDifferentAttributesBothStay() {
        AtomicBoolean changed = new AtomicBoolean();
        server.vpn().beforeEachChange(name -> {
            if (changed.compareAndSet(false, true)) {
                server.vpn().changeVpn(settings().with(VpnAttributes.REJECT_UNMATCHED, true), -1);
            }
        });

        server.as("admin").json("PATCH", VPN, "{'maxMsgSpoolUsage':7}");

        assertThat(settings().maxSpoolBytes()).isEqualTo(7_000_000);
        assertThat(settings().rejectsUnmatched()).isTrue();
    }

    @Test
    void onlyAnAdministratorChangesAVpn() {
        assertThat(server.as("operator")
                        .json("PATCH", VPN, "{'maxMsgSpoolUsage':7}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void createsAVpnWithItsSettings() {
        Answer answer = server.as("admin").json("POST", VPNS, "{'msgVpnName':'orders eu','maxMsgSpoolUsage':7}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        assertThat(answer.data().getString("msgVpnName")).isEqualTo("orders eu");
        assertThat(answer.data().getInt("maxMsgSpoolUsage")).isEqualTo(7);
        assertThat(answer.json().getJsonObject("links").getString("uri")).endsWith("/config/msgVpns/orders%20eu");
        assertThat(server.as("monitor").get(VPNS).column("msgVpnName"))
                .containsExactly("default", "orders eu", "other");
        assertThat(server.as("monitor").get("SEMP/v2/monitor/msgVpns").column("msgVpnName"))
                .contains("orders eu");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {'maxMsgSpoolUsage':7}              | 400 | 228 MISSING_PARAMETER | msgVpnName is missing
            {'msgVpnName':7}                    | 400 | 11 INVALID_PARAMETER | msgVpnName: 7; allowed: text
            {'msgVpnName':'a/b'}                | 400 | 11 INVALID_PARAMETER | VPN name 'a/b'
            {'msgVpnName':'x','colour':'red'}   | 400 | 11 INVALID_PARAMETER | colour = 'red'
            {'msgVpnName':'other'}              | 400 | 10 ALREADY_EXISTS    | VPN 'other' exists already
            """)
    void refusesToCreateWhatCantBe(String body, int status, String error, String text) {
        Answer answer = server.as("admin").json("POST", VPNS, body);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(server.as("monitor").get(VPNS).column("msgVpnName")).containsExactly("default", "other");
    }

    @Test
    void putReplacesAllSettingsOrCreates() {
        server.as("admin").json("PATCH", VPN, "{'maxMsgSpoolUsage':7}");

        Answer replaced = server.as("admin").json("PUT", VPN, "{'rejectMsgToSenderOnNoSubscriptionMatchEnabled':true}");
        Answer created = server.as("admin").json("PUT", VPNS + "/new", "{'maxMsgSpoolUsage':3}");
        Answer refused = server.as("admin").json("PUT", VPNS + "/newer", "{}", "If-Match", "\"1\"");

        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        assertThat(settings().maxSpoolBytes()).isZero();
        assertThat(settings().rejectsUnmatched()).isTrue();
        assertThat(created.data().getInt("maxMsgSpoolUsage")).isEqualTo(3);
        assertThat(refused.status()).isEqualTo(412);
        assertThat(server.as("monitor").get(VPNS).column("msgVpnName")).containsExactly("default", "new", "other");
    }

    @Test
    void deletesAVpnOfTheVersionThatIfMatchNames() {
        server.as("admin").json("PATCH", VPNS + "/other", "{'maxMsgSpoolUsage':7}");

        Answer outrun = server.as("admin").json("DELETE", VPNS + "/other", "", "If-Match", "\"1\"");
        Answer done = server.as("admin").json("DELETE", VPNS + "/other", "", "If-Match", "\"2\"");
        Answer again = server.as("admin").json("DELETE", VPNS + "/other", "");

        assertThat(outrun.status()).isEqualTo(412);
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        assertThat(again.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(server.as("monitor").get(VPNS).column("msgVpnName")).containsExactly("default");
    }

    @Test
    void doesNotDeleteAVpnWithQueues() {
        server.as("admin").json("POST", VPNS + "/other/queues", "{'queueName':'q'}");

        Answer answer = server.as("admin").json("DELETE", VPNS + "/other", "");

        assertThat(answer.sempError()).isEqualTo("89 NOT_ALLOWED");
        assertThat(answer.sempDescription()).contains("deletion of VPN 'other'");
    }

    @ParameterizedTest
    @CsvSource({"POST,''", "PUT,/other", "DELETE,/other"})
    void onlyAnAdministratorMakesAndDeletesVpns(String method, String path) {
        assertThat(server.as("operator")
                        .json(method, VPNS + path, "{'msgVpnName':'other'}")
                        .status())
                .isEqualTo(403);
    }

    private VpnSettings settings() {
        return server.vpn().vpn().settings();
    }
}
