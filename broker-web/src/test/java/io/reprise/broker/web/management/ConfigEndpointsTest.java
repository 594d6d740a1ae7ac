package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigEndpointsTest {
    private static final String QUEUES = "SEMP/v2/config/msgVpns/default/queues";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void createsAQueueWithDefaultsForWhatIsNotSaid() {
        Answer answer = server.as("admin").json("POST", QUEUES, "{'queueName':'orders','maxBindCount':7}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        assertThat(answer.data().getString("queueName")).isEqualTo("orders");
        assertThat(answer.data().getString("msgVpnName")).isEqualTo("default");
        assertThat(answer.data().getInt("maxBindCount")).isEqualTo(7);
        assertThat(answer.data().getInt("maxMsgSpoolUsage")).isEqualTo(5000);
        assertThat(answer.data().getBoolean("ingressEnabled")).isFalse();
        EndpointView created =
                server.vpn().endpoint(EndpointKind.QUEUE, "orders").orElseThrow();
        assertThat(created.settings().maxBindCount()).isEqualTo(7);
    }

    @Test
    void answersInTheEnvelopeOfSempWithLinks() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'orders'}");

        JsonObject envelope = server.as("monitor").get(QUEUES + "/orders").json();

        String root = server.as("monitor").root() + QUEUES;
        assertThat(envelope.getJsonObject("links").getString("uri")).isEqualTo(root + "/orders");
        assertThat(envelope.getJsonObject("links").getString("subscriptionsUri"))
                .isEqualTo(root + "/orders/subscriptions");
        assertThat(envelope.getJsonObject("meta").toString())
                .isEqualTo("{\"request\":{\"method\":\"GET\",\"uri\":\"" + root + "/orders\"},\"responseCode\":200}");
    }

    @Test
    void usesTheNamesOfTopicEndpointsForTopicEndpoints() {
        Answer answer = server.as("admin")
                .json(
                        "POST",
                        "SEMP/v2/config/msgVpns/default/topicEndpoints",
                        "{'topicEndpointName':'t','maxSpoolUsage':9,"
                                + "'rejectMsgToSenderOnDiscardBehavior':'when-topic-endpoint-enabled'}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().getInt("maxSpoolUsage")).isEqualTo(9);
        assertThat(answer.data().getInt("maxBindCount")).isEqualTo(1);
        assertThat(server.vpn().endpoint(EndpointKind.TOPIC_ENDPOINT, "t")).isPresent();
    }

    @Test
    void takesNamesWithSlashesAndSpacesEncoded() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'a/b c+d%ü'}");

        Answer answer = server.as("admin").get(QUEUES + "/a%2Fb%20c+d%25%C3%BC");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().getString("queueName")).isEqualTo("a/b c+d%ü");
        assertThat(answer.json().getJsonObject("links").getString("uri")).endsWith("/a%2Fb%20c%2Bd%25%C3%BC");
    }

    @Test
    void refusesAnExistingName() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'orders','maxBindCount':7}");

        Answer answer = server.as("admin").json("POST", QUEUES, "{'queueName':'orders','maxBindCount':8}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo("10 ALREADY_EXISTS");
        assertThat(settings("orders").maxBindCount()).isEqualTo(7);
    }

    @Test
    void reportsEverythingWrongTogetherAndDoesNothing() {
        Answer answer = server.as("admin")
                .json(
                        "POST",
                        QUEUES + "?colour=red",
                        "{'queueName':'a*b','msgVpnName':'elsewhere','size':3,'maxBindCount':-1,'egressEnabled':'yes'}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(answer.sempDescription())
                .contains("parameter colour: unknown")
                .contains("endpoint name 'a*b'")
                .contains("msgVpnName: 'elsewhere'; allowed: 'default'")
                .contains("size = 3")
                .contains("maxBindCount = -1; allowed: 0–10000")
                .contains("egressEnabled = 'yes'; allowed: true, false");
        assertThat(server.vpn().endpointCount(EndpointKind.QUEUE)).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {}                                                | 228 MISSING_PARAMETER | queueName is missing
            {'queueName':5}                                   | 11 INVALID_PARAMETER  | queueName: 5; allowed: text
            {'queueName':''}                                  | 11 INVALID_PARAMETER  | 0 characters
            {'queueName':'#mine'}                             | 11 INVALID_PARAMETER  | leading #
            {'queueName':'/a'}                                | 11 INVALID_PARAMETER  | leading or trailing /
            {'queueName':'q','partitionCount':1001}           | 11 INVALID_PARAMETER  | partitionCount = 1001
            {'queueName':'q','deliveryDelay':-3}              | 11 INVALID_PARAMETER  | deliveryDelay = -3
            {'queueName':'q','deliveryCountEnabled':true}     | 14 NOT_SUPPORTED      | deliveryCountEnabled
            {'queueName':'q','maxMsgSize':1.5}                | 11 INVALID_PARAMETER  | maxMsgSize = 1.5
            {'queueName':'q','maxMsgSize':null}               | 11 INVALID_PARAMETER  | maxMsgSize = null
            {'queueName':'q'                                  | 27 PARSE_ERROR        | the request's body
            {'queueName':'q'} {}                              | 27 PARSE_ERROR        | the request's body
            {'queueName':'q','queueName':'r'}                 | 27 PARSE_ERROR        | the request's body
            ['queueName']                                     | 27 PARSE_ERROR        | it does not begin with {
            q                                                 | 27 PARSE_ERROR        | the request's body
            """)
    void refusesABadBodyByName(String body, String error, String text) {
        Answer answer = server.as("admin").json("POST", QUEUES, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(server.vpn().endpointCount(EndpointKind.QUEUE)).isZero();
    }

    @Test
    void takesAnUnsupportedAttributeOfSempAtItsDefault() {
        Answer answer = server.as("admin")
                .json(
                        "POST",
                        QUEUES,
                        "{'queueName':'q','deliveryCountEnabled':false,'partitionCount':0,"
                                + "'eventBindCountThreshold':{'setPercent':80,'clearPercent':60}}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void refusesNestingAndSizesThatWouldCostToRead() {
        Answer deep = server.as("admin").json("POST", QUEUES, "{'a':".repeat(5000) + "1" + "}".repeat(5000));
        Answer large = server.as("admin").json("POST", QUEUES, "{'queueName':'" + "x".repeat(1 << 20) + "'}");
        Answer digits =
                server.as("admin").json("POST", QUEUES, "{'queueName':'q','maxMsgSize':" + "9".repeat(100_000) + "}");

        assertThat(deep.sempError()).isEqualTo("27 PARSE_ERROR");
        assertThat(large.sempError()).isEqualTo("27 PARSE_ERROR");
        assertThat(digits.sempError()).isIn("11 INVALID_PARAMETER", "27 PARSE_ERROR");
        assertThat(server.vpn().endpointCount(EndpointKind.QUEUE)).isZero();
    }

    @Test
    void changesOnlyWhatPatchNames() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q','maxBindCount':7,'maxMsgSize':100}");

        Answer answer = server.as("admin").json("PATCH", QUEUES + "/q", "{'maxBindCount':8,'queueName':'q'}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"2\"");
        assertThat(settings("q").maxBindCount()).isEqualTo(8);
        assertThat(settings("q").maxMsgSizeBytes()).isEqualTo(100);
    }

    @Test
    void refusesToRename() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");

        Answer answer = server.as("admin").json("PATCH", QUEUES + "/q", "{'queueName':'r'}");

        assertThat(answer.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(answer.sempDescription()).isEqualTo("queueName: 'r'; allowed: 'q', as in the path, or absent");
    }

    @Test
    void putsTheRestBackToDefaultsWhenReplacing() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q','maxBindCount':7,'maxMsgSize':100}");

        Answer answer = server.as("admin").json("PUT", QUEUES + "/q", "{'maxBindCount':8}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(settings("q").maxBindCount()).isEqualTo(8);
        assertThat(settings("q").maxMsgSizeBytes()).isEqualTo(10_000_000);
    }

    @Test
    void createsByPutWhatIsNotThere() {
        Answer answer = server.as("admin").json("PUT", QUEUES + "/new", "{}");
        Answer reserved = server.as("admin").json("PUT", QUEUES + "/%23new", "{}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(reserved.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(server.vpn().endpointCount(EndpointKind.QUEUE)).isEqualTo(1);
    }

    @Test
    void deletes() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");

        Answer answer = server.as("admin").delete(QUEUES + "/q");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().getJsonObject("data")).isEmpty();
        assertThat(server.vpn().endpoint(EndpointKind.QUEUE, "q")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"GET", "PATCH", "DELETE"})
    void answers400WithCode6ForAMissingObjectAsSempDoes(String method) {
        Answer answer = server.as("admin").json(method, QUEUES + "/none", "{}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(answer.sempDescription()).isEqualTo("queue 'none' of VPN 'default' does not exist");
    }

    @ParameterizedTest
    @CsvSource({"GET", "POST", "PUT", "PATCH", "DELETE"})
    void refusesAMissingVpnForEveryVerb(String method) {
        String path = "SEMP/v2/config/msgVpns/none/queues" + (method.equals("POST") ? "" : "/q");

        Answer answer = server.as("admin").json(method, path, "{'queueName':'q'}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo("6 NOT_FOUND");
    }

    @Test
    void changesOnlyTheVersionThatIfMatchNames() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");
        server.as("admin").json("PATCH", QUEUES + "/q", "{'maxBindCount':2}", "If-Match", "\"1\"");

        Answer patch = server.as("admin").json("PATCH", QUEUES + "/q", "{'maxBindCount':3}", "If-Match", "\"1\"");
        Answer put = server.as("admin").json("PUT", QUEUES + "/q", "{'maxBindCount':3}", "If-Match", "\"1\"");
        Answer delete = server.as("admin").delete(QUEUES + "/q", "If-Match", "\"1\"");
        Answer putMissing = server.as("admin").json("PUT", QUEUES + "/r", "{}", "If-Match", "\"1\"");

        assertThat(List.of(patch.status(), put.status(), delete.status(), putMissing.status()))
                .containsOnly(412);
        assertThat(patch.sempError()).isEqualTo("89 NOT_ALLOWED");
        assertThat(patch.sempDescription()).contains("queue 'q'").contains("ETag \"2\"");
        assertThat(settings("q").maxBindCount()).isEqualTo(2);
        assertThat(server.vpn().endpoint(EndpointKind.QUEUE, "r")).isEmpty();
        assertThat(server.as("admin").delete(QUEUES + "/q", "If-Match", "\"2\"").status())
                .isEqualTo(200);
    }

    @Test
    void deletesOnlyTheVersionThatIfMatchNamesEvenIfItIsChangedInBetween() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");
        EndpointSettings other = settings("q").with(EndpointAttributes.MAX_BIND_COUNT, 2L);
        AtomicBoolean changed = new AtomicBoolean();
        server.vpn().beforeEachChange(name -> {
            if (changed.compareAndSet(false, true)) {
                server.vpn().changeEndpoint(EndpointKind.QUEUE, name, other, -1);
            }
        });

        Answer answer = server.as("admin").delete(QUEUES + "/q", "If-Match", "\"1\"");

        assertThat(answer.status()).isEqualTo(412);
        assertThat(settings("q").maxBindCount()).isEqualTo(2);
    }

    @Test
    void deletesTheNewestVersionWithoutIfMatch() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");
        AtomicBoolean changed = new AtomicBoolean();
        server.vpn().beforeEachChange(name -> {
            if (changed.compareAndSet(false, true)) {
                server.vpn().changeEndpoint(EndpointKind.QUEUE, name, settings("q"), -1);
            }
        });

        assertThat(server.as("admin").delete(QUEUES + "/q").status()).isEqualTo(200);
        assertThat(server.vpn().endpoint(EndpointKind.QUEUE, "q")).isEmpty();
    }

    @Test
    void refusesToReplaceWhatIfNoneMatchSaysMustNotExist() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");

        Answer existing = server.as("admin").json("PUT", QUEUES + "/q", "{'maxBindCount':3}", "If-None-Match", "*");
        Answer missing = server.as("admin").json("PUT", QUEUES + "/r", "{}", "If-None-Match", "*");

        assertThat(existing.status()).isEqualTo(412);
        assertThat(settings("q").maxBindCount()).isEqualTo(1000);
        assertThat(missing.status()).isEqualTo(200);
    }

    @Test
    void tellsAReaderThatNothingChanged() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");

        Answer answer = server.as("monitor").get(QUEUES + "/q", "If-None-Match", "\"1\"");

        assertThat(answer.status()).isEqualTo(304);
        assertThat(answer.text()).isEmpty();
    }

    @Test
    void worksAChangeOutAnewWhenAnotherWasQuicker() {
        server.as("admin").json("POST", QUEUES, "{'queueName':'q'}");
        AtomicInteger others = new AtomicInteger(1);
        server.vpn().beforeEachChange(name -> {
            if (others.getAndDecrement() == 1) {
                server.vpn()
                        .changeEndpoint(
                                EndpointKind.QUEUE,
                                name,
                                EndpointSettings.defaults(EndpointKind.QUEUE).with(java.util.Map.of("maxMsgSize", 5)),
                                -1);
            }
        });

        Answer answer = server.as("admin").json("PATCH", QUEUES + "/q", "{'maxBindCount':3}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(settings("q").maxBindCount()).isEqualTo(3);
        assertThat(settings("q").maxMsgSizeBytes()).isEqualTo(5);
    }

    @Test
    void refusesAnotherContentTypeAndAnotherMethod() {
        Answer type = server.as("admin").post(QUEUES, "queueName=q", "Content-Type", "text/plain");
        Answer method = server.as("admin").json("PUT", QUEUES, "{}");

        assertThat(type.status()).isEqualTo(415);
        assertThat(type.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(method.status()).isEqualTo(405);
        assertThat(method.sempError()).isEqualTo("89 NOT_ALLOWED");
        assertThat(method.header("Allow")).contains("GET").contains("POST");
        assertThat(server.vpn().endpointCount(EndpointKind.QUEUE)).isZero();
    }

    private EndpointSettings settings(String queue) {
        return server.vpn().endpoint(EndpointKind.QUEUE, queue).orElseThrow().settings();
    }
}
