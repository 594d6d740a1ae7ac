package io.reprise.broker.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The conditions of a call, {@code If-Match} and {@code If-None-Match} [RFC 9110 §13.1], on every operation of the document. */
class ConditionsTest {
    private static final String IF_MATCH = "If-Match";
    private static final String IF_NONE_MATCH = "If-None-Match";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void createWhatTheExamplesName() {
        Stage.create(server);
    }

    @Test
    void areTakenWhereTheDocumentSaysSoAndRefusedByNameElsewhere() {
        for (ExampleRequest request : operations().toList()) {
            String before = Stage.everything(server);
            for (String header : List.of(IF_MATCH, IF_NONE_MATCH)) {
                boolean taken = request.parameters("header").contains(header);

                Answer plain = call(request, header, "\"no-such-version\"");
                Answer malformed = call(request, header, "abc");

                assertThat(malformed.status()).as(request + malformed.text()).isEqualTo(400);
                assertThat(malformed.text()).as(request.id()).contains("header " + header + ": abc; allowed: ");
                if (!taken) {
                    assertThat(plain.status()).as(request + plain.text()).isEqualTo(400);
                    assertThat(plain.text())
                            .as(request.id())
                            .contains("header " + header)
                            .contains("allowed: ");
                    assertThat(Stage.everything(server)).as(request.id()).isEqualTo(before);
                }
            }
            Stage.create(server);
        }
    }

    @Test
    void areTakenByEveryOperationThatReadsOrChangesAnObject() {
        assertThat(conditional().map(ExampleRequest::id))
                .contains(
                        "getMsgVpn",
                        "deleteMsgVpnQueue",
                        "updateMsgVpnTopicEndpoint",
                        "replaceMsgVpnQueueSubscription",
                        "deleteMsgVpnReplayLogTopicFilterSubscription",
                        "deleteMsgVpnAclProfilePublishTopicException",
                        "updateMsgVpnClientUsername",
                        "replaceMsgVpnRestDeliveryPointRestConsumer")
                .hasSizeGreaterThan(60);
        assertThat(conditional().flatMap(request -> request.parameters("header").stream()))
                .filteredOn(header -> header.startsWith("If-"))
                .containsOnly(IF_MATCH, IF_NONE_MATCH);
    }

    @Test
    void ofAReadAreComparedAsHttpSays() {
        for (ExampleRequest request : conditional("GET").toList()) {
            String tag = call(request).header("ETag");
            if (tag.isEmpty()) {
                assertThat(call(request, IF_NONE_MATCH, "\"1\"").status()).isEqualTo(200);
                assertThat(call(request, IF_MATCH, "*").status()).isEqualTo(200);
                assertUnchanged(request, call(request, IF_NONE_MATCH, "*"), tag);
                assertRefused(request, call(request, IF_MATCH, "\"1\""));
                assertRefused(request, call(request, IF_MATCH, "\"none\""));
                continue;
            }
            assertThat(tag).as(request.id()).matches("\"[^\"]+\"");
            assertUnchanged(request, call(request, IF_NONE_MATCH, tag), tag);
            assertUnchanged(request, call(request, IF_NONE_MATCH, "W/" + tag), tag);
            assertUnchanged(request, call(request, IF_NONE_MATCH, "\"a,b\" , W/" + tag), tag);
            assertUnchanged(request, call(request, IF_NONE_MATCH, "\"a\"", IF_NONE_MATCH, tag), tag);
            assertUnchanged(request, call(request, IF_NONE_MATCH, "*"), tag);
            assertThat(call(request, IF_NONE_MATCH, otherThan(tag)).status()).isEqualTo(200);
            assertThat(call(request, IF_MATCH, "\"a\",," + tag).status()).isEqualTo(200);
            assertThat(call(request, IF_MATCH, "\"a\"", IF_MATCH, tag).status()).isEqualTo(200);
            assertThat(call(request, IF_MATCH, "*").status()).isEqualTo(200);
            assertRefused(request, call(request, IF_MATCH, "W/" + tag));
            assertRefused(request, call(request, IF_MATCH, "\"*\""));
            assertRefused(request, call(request, IF_MATCH, otherThan(tag)));
        }
    }

    @Test
    void ofAChangeAreComparedAsHttpSays() {
        for (ExampleRequest request : conditional("PUT", "PATCH", "DELETE").toList()) {
            String tag = server.as("admin").get(pathOf(request)).header("ETag");
            String before = Stage.everything(server);

            assertRefused(request, call(request, IF_NONE_MATCH, "*"));
            assertRefused(request, call(request, IF_MATCH, "\"*\""));
            assertRefused(request, call(request, IF_MATCH, "\"none\""));
            if (!tag.isEmpty()) {
                assertRefused(request, call(request, IF_MATCH, "W/" + tag));
                assertRefused(request, call(request, IF_MATCH, otherThan(tag)));
                assertRefused(request, call(request, IF_NONE_MATCH, tag));
                assertRefused(request, call(request, IF_NONE_MATCH, "\"a\", W/" + tag));
                assertRefused(request, call(request, IF_NONE_MATCH, "\"a\"", IF_NONE_MATCH, tag));
                assertRefused(request, call(request, IF_MATCH, tag, IF_NONE_MATCH, tag));
            }
            assertThat(Stage.everything(server)).as(request.id()).isEqualTo(before);

            Answer done = tag.isEmpty()
                    ? call(request, IF_MATCH, "*", IF_NONE_MATCH, "\"a\"")
                    : call(request, IF_MATCH, "\"a\" ,\t" + tag, IF_NONE_MATCH, "\"a\"");
            assertThat(done.status()).as(request + done.text()).isEqualTo(200);
            Stage.create(server);
        }
    }

    @Test
    void ofACreationHoldForWhatIsMissing() {
        for (ExampleRequest request : conditional("PUT").toList()) {
            if (conditional("DELETE").noneMatch(other -> other.path().equals(request.path()))) {
                continue;
            }
            Answer gone = server.as("admin").delete(request.path());
            assertThat(gone.status()).as(request + gone.text()).isEqualTo(200);
            String before = Stage.everything(server);

            assertRefused(request, call(request, IF_MATCH, "*"));
            assertRefused(request, call(request, IF_MATCH, "\"1\""));
            assertThat(Stage.everything(server)).as(request.id()).isEqualTo(before);

            Answer made = call(request, IF_NONE_MATCH, "*");
            assertThat(made.status()).as(request + made.text()).isEqualTo(200);
            Stage.create(server);
        }
    }

    private static Stream<ExampleRequest> operations() {
        return ExampleRequest.all().stream().filter(request -> !request.isStream());
    }

    private static Stream<ExampleRequest> conditional(String... verbs) {
        return operations()
                .filter(request -> request.parameters("header").contains(IF_MATCH)
                        || request.parameters("header").contains(IF_NONE_MATCH))
                .filter(request -> verbs.length == 0 || List.of(verbs).contains(request.verb()));
    }

    private static String pathOf(ExampleRequest request) {
        return request.path().replaceFirst("\\?.*", "");
    }

    private Answer call(ExampleRequest request, String... headers) {
        return server.as("admin").json(request.verb(), request.path(), request.body(), headers);
    }

    /** The version before, and so long a list that contains the version as a part of a tag. */
    private static String otherThan(String tag) {
        String value = tag.substring(1, tag.length() - 1);
        return "\"x" + value + "\", \"x," + value + "\", \"" + value + ",x\"";
    }

    private static void assertUnchanged(ExampleRequest request, Answer answer, String tag) {
        assertThat(answer.status()).as(request + answer.text()).isEqualTo(304);
        assertThat(answer.text()).as(request.id()).isEmpty();
        assertThat(answer.header("ETag")).as(request.id()).isEqualTo(tag);
    }

    private static void assertRefused(ExampleRequest request, Answer answer) {
        assertThat(answer.status()).as(request + answer.text()).isEqualTo(412);
        assertThat(answer.sempError()).as(request.id()).isEqualTo("89 NOT_ALLOWED");
        assertThat(answer.sempDescription()).as(request.id()).contains("If-");
    }
}
