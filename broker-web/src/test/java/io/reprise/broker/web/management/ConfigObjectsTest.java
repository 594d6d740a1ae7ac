package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigObjectsTest {
    private static final String VPN = "SEMP/v2/config/msgVpns/default/";
    private static final String PROFILES = VPN + "aclProfiles";
    private static final String EXCEPTIONS = PROFILES + "/sensors/publishTopicExceptions";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    private Answer created;

    @BeforeEach
    void createAProfile() {
        created = server.as("admin")
                .json("POST", PROFILES, "{'aclProfileName':'sensors','publishTopicDefaultAction':'allow'}");
    }

    private String stored() {
        return server.vpn().objects().page(ObjectKind.ACL_PROFILE, "", "", 100) + " "
                + server.vpn().objects().page(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "sensors", "", 100);
    }

    @Test
    void createsAProfileThatForbidsWhatIsNotSaid() {
        assertThat(created.status()).as(created.text()).isEqualTo(200);
        assertThat(created.header("ETag")).isEqualTo("\"1\"");
        assertThat(created.data())
                .hasToString("{\"msgVpnName\":\"default\",\"aclProfileName\":\"sensors\","
                        + "\"clientConnectDefaultAction\":\"disallow\",\"publishTopicDefaultAction\":\"allow\","
                        + "\"subscribeTopicDefaultAction\":\"disallow\"}");
        assertThat(created.json().getJsonObject("links").getString("publishTopicExceptionsUri"))
                .endsWith("/aclProfiles/sensors/publishTopicExceptions");
    }

    @Test
    void namesAnExceptionBySyntaxAndTopic() {
        Answer answer = server.as("admin").json("POST", EXCEPTIONS, "{'publishTopicException':'orders/>'}");

        assertThat(answer.data())
                .hasToString("{\"msgVpnName\":\"default\",\"aclProfileName\":\"sensors\","
                        + "\"publishTopicExceptionSyntax\":\"smf\",\"publishTopicException\":\"orders/>\"}");
        assertThat(answer.json().getJsonObject("links").getString("uri"))
                .endsWith("/sensors/publishTopicExceptions/smf,orders%2F%3E");
        assertThat(server.as("monitor").get(EXCEPTIONS + "/smf,orders%2F%3E").data())
                .isEqualTo(answer.data());
        assertThat(server.as("admin")
                        .json("DELETE", EXCEPTIONS + "/smf,orders%2F%3E", "")
                        .status())
                .isEqualTo(200);
        assertThat(server.as("monitor").get(EXCEPTIONS).json().get("data")).hasToString("[]");
    }

    @Test
    void monitorShowsTheSame() {
        Answer answer = server.as("monitor")
                .get(
                        "SEMP/v2/monitor/msgVpns/default/aclProfiles?select=aclProfileName&where=publishTopicDefaultAction==allow");

        assertThat(answer.json().get("data")).hasToString("[{\"aclProfileName\":\"sensors\"}]");
        assertThat(answer.json().getJsonArray("links").getJsonObject(0).getString("uri"))
                .contains("/SEMP/v2/monitor/msgVpns/default/aclProfiles/sensors");
    }

    @Test
    void changesWhatIsGivenAndReplacesTheRest() {
        String profile = PROFILES + "/sensors";

        server.as("admin").json("PATCH", profile, "{'subscribeTopicDefaultAction':'allow'}");
        assertThat(server.as("admin").get(profile).data().getString("publishTopicDefaultAction"))
                .isEqualTo("allow");

        Answer answer = server.as("admin").json("PUT", profile, "{'clientConnectDefaultAction':'allow'}");
        assertThat(answer.header("ETag")).isEqualTo("\"3\"");
        assertThat(answer.data().getString("publishTopicDefaultAction")).isEqualTo("disallow");
    }

    @Test
    void pagesThroughExceptions() {
        for (String topic : new String[] {"a", "b", "c"}) {
            server.as("admin").json("PUT", EXCEPTIONS + "/smf," + topic, "{}");
        }

        Answer first = server.as("monitor").get(EXCEPTIONS + "?count=2&select=publishTopicException");
        Answer second = server.as("monitor")
                .get(EXCEPTIONS + "?" + first.meta().getJsonObject("paging").getString("cursorQuery"));

        assertThat(first.json().get("data"))
                .hasToString("[{\"publishTopicException\":\"a\"},{\"publishTopicException\":\"b\"}]");
        assertThat(second.json().get("data")).hasToString("[{\"publishTopicException\":\"c\"}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            POST   | aclProfiles                                | {}                                     | 228 MISSING_PARAMETER | aclProfileName is missing
            POST   | aclProfiles                                | {'aclProfileName':'a*'}                | 11 INVALID_PARAMETER  | ACL profile name 'a*'
            POST   | aclProfiles                                | {'aclProfileName':'sensors'}           | 10 ALREADY_EXISTS     | ACL profile 'sensors'
            POST   | aclProfiles                                | {'aclProfileName':'b','colour':1}      | 11 INVALID_PARAMETER  | colour = 1
            PATCH  | aclProfiles/sensors                        | {'publishTopicDefaultAction':'maybe'}  | 11 INVALID_PARAMETER  | allowed: allow, disallow
            PATCH  | aclProfiles/none                           | {}                                     | 6 NOT_FOUND           | ACL profile 'none' of VPN 'default'
            POST   | aclProfiles/none/publishTopicExceptions    | {'publishTopicException':'a'}          | 6 NOT_FOUND           | ACL profile 'none'
            GET    | aclProfiles/none/publishTopicExceptions    | {}                                     | 6 NOT_FOUND           | ACL profile 'none'
            POST   | aclProfiles/sensors/publishTopicExceptions | {'publishTopicException':'a','publishTopicExceptionSyntax':'mqtt'} | 11 INVALID_PARAMETER | 'smf'
            PUT    | aclProfiles/sensors/publishTopicExceptions/a | {}                                   | 11 INVALID_PARAMETER  | smf,<topic>
            POST   | aclProfiles/sensors/clientConnectExceptions | {'clientConnectExceptionAddress':'my.host'} | 11 INVALID_PARAMETER | 'my.host'
            PUT    | aclProfiles/sensors/clientConnectExceptions/10.0.0.0%2F33 | {}                       | 11 INVALID_PARAMETER | 10.0.0.0/33
            DELETE | aclProfiles/none                           | {}                                     | 6 NOT_FOUND           | ACL profile 'none'
            """)
    void refusesABadRequestByNameAndChangesNothing(String method, String path, String body, String error, String text) {
        String before = stored();

        Answer answer = server.as("admin").json(method, VPN + path, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void anExceptionHasNothingToChange() {
        server.as("admin").json("PUT", EXCEPTIONS + "/smf,a", "{}");

        assertThat(server.as("admin").json("PATCH", EXCEPTIONS + "/smf,a", "{}").sempError())
                .isEqualTo("89 NOT_ALLOWED");
        assertThat(server.as("admin").json("PUT", EXCEPTIONS + "/smf,a", "{}").header("ETag"))
                .isEqualTo("\"1\"");
    }

    @Test
    void anExceptionThatIsThereIsHeldToTheConditionsOfACall() {
        server.as("admin").json("PUT", EXCEPTIONS + "/smf,a", "{}");

        assertThat(server.as("admin")
                        .json("PUT", EXCEPTIONS + "/smf,a", "{}", "If-None-Match", "*")
                        .status())
                .isEqualTo(412);
        assertThat(server.as("admin")
                        .json("PUT", EXCEPTIONS + "/smf,a", "{}", "If-Match", "\"17\"")
                        .status())
                .isEqualTo(412);
    }

    @Test
    void aCollectionIsNotFoundUnderAnother() {
        assertThat(server.as("admin")
                        .get(VPN + "clientUsernames/default/publishTopicExceptions")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void whoIsTurnedAwayByTheRulesIsToldSo() {
        server.vpn().turnAway("client");

        Answer answer = server.as("client").json("POST", "rest/v1/default/TOPIC/a", "{}");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().getString("code")).isEqualTo("access-denied");
        assertThat(server.vpn().published()).isEmpty();
        assertThat(server.vpn().callers().get(0).username()).isEqualTo("client");
        assertThat(server.vpn().callers().get(0).administrator()).isFalse();
    }

    @Test
    void clientUsernamesHaveTheirProfile() {
        Answer answer = server.as("admin")
                .json(
                        "POST",
                        VPN + "clientUsernames",
                        "{'clientUsername':'s1','aclProfileName':'sensors','enabled':true}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(server.vpn()
                        .objects()
                        .find(ObjectName.of(ObjectKind.CLIENT_USERNAME, "s1"))
                        .orElseThrow()
                        .values()
                        .toMap())
                .containsEntry("aclProfileName", "sensors")
                .containsEntry("enabled", true);
    }
}
