package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriptionsTest {
    private static final String QUEUE = "SEMP/v2/config/msgVpns/default/queues/q";
    private static final String SUBSCRIPTIONS = QUEUE + "/subscriptions";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void createQueue() {
        server.as("admin").json("PUT", QUEUE, "{}");
    }

    @Test
    void addsAFilterToTheQueue() {
        Answer answer = server.as("admin").json("POST", SUBSCRIPTIONS, "{'subscriptionTopic':'a/*/>'}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().toString())
                .isEqualTo("{\"msgVpnName\":\"default\",\"queueName\":\"q\",\"subscriptionTopic\":\"a/*/>\"}");
        assertThat(answer.json().getJsonObject("links").getString("uri")).endsWith("/subscriptions/a%2F*%2F%3E");
        assertThat(filters()).containsExactly("a/*/>");
    }

    @Test
    void readsAndDeletesAFilterByItsEncodedText() {
        addAll("a/*/>", "!a/b;c", "ü");

        Answer read = server.as("monitor").get(SUBSCRIPTIONS + "/!a%2Fb%3Bc");
        Answer monitored = server.as("monitor").get(SUBSCRIPTIONS.replace("config", "monitor") + "/%C3%BC");
        Answer deleted = server.as("admin").delete(SUBSCRIPTIONS + "/a%2F*%2F%3E");

        assertThat(read.status()).as(read.text()).isEqualTo(200);
        assertThat(read.data().getString("subscriptionTopic")).isEqualTo("!a/b;c");
        assertThat(monitored.data().getString("subscriptionTopic")).isEqualTo("ü");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(filters()).containsExactly("!a/b;c", "ü");
    }

    @Test
    void listsThemInTheOrderOfTheirTextPageByPage() {
        addAll("c", "a", "!b");

        Answer first = server.as("monitor").get(SUBSCRIPTIONS + "?count=2");
        Answer second = server.as("monitor").get(SUBSCRIPTIONS + "?" + first.nextPage());

        assertThat(first.column("subscriptionTopic")).containsExactly("!b", "a");
        assertThat(second.column("subscriptionTopic")).containsExactly("c");
        assertThat(first.meta().getInt("count")).isEqualTo(3);
    }

    /** It has no version: conditions can say that it is there, or not, and nothing else. */
    @Test
    void holdsToTheConditionsOfACall() {
        addAll("a");

        for (Answer refused : List.of(
                server.as("admin").json("PUT", SUBSCRIPTIONS + "/a", "{}", "If-None-Match", "*"),
                server.as("admin").json("PUT", SUBSCRIPTIONS + "/a", "{}", "If-Match", "\"1\""),
                server.as("admin").json("PUT", SUBSCRIPTIONS + "/b", "{}", "If-Match", "*"),
                server.as("admin").delete(SUBSCRIPTIONS + "/a", "If-Match", "\"1\""))) {
            assertThat(refused.status()).as(refused.text()).isEqualTo(412);
        }
        assertThat(filters()).containsExactly("a");
        assertThat(server.as("admin")
                        .json("PUT", SUBSCRIPTIONS + "/b", "{}", "If-None-Match", "*")
                        .status())
                .isEqualTo(200);
        assertThat(server.as("admin")
                        .delete(SUBSCRIPTIONS + "/a", "If-Match", "*")
                        .status())
                .isEqualTo(200);
        assertThat(filters()).containsExactly("b");
    }

    @Test
    void keepsAnExistingFilterOnPutButRefusesItOnPost() {
        Answer first = server.as("admin").json("PUT", SUBSCRIPTIONS + "/a%2Fb", "{}");
        Answer again = server.as("admin").json("PUT", SUBSCRIPTIONS + "/a%2Fb", "{'subscriptionTopic':'a/b'}");
        Answer post = server.as("admin").json("POST", SUBSCRIPTIONS, "{'subscriptionTopic':'a/b'}");

        assertThat(List.of(first.status(), again.status())).containsOnly(200);
        assertThat(post.status()).isEqualTo(400);
        assertThat(post.sempError()).isEqualTo("10 ALREADY_EXISTS");
        assertThat(filters()).containsExactly("a/b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {}                                           | 228 MISSING_PARAMETER | subscriptionTopic is missing
            {'subscriptionTopic':7}                      | 11 INVALID_PARAMETER  | subscriptionTopic: 7
            {'subscriptionTopic':''}                     | 11 INVALID_PARAMETER  | filter ''
            {'subscriptionTopic':'a','queueName':'r'}    | 11 INVALID_PARAMETER  | queueName: 'r'; allowed: 'q'
            {'subscriptionTopic':'a','selector':'x=1'}   | 11 INVALID_PARAMETER  | selector: x=1
            """)
    void refusesABadBodyByName(String body, String error, String text) {
        Answer answer = server.as("admin").json("POST", SUBSCRIPTIONS, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sempError()).isEqualTo(error);
        assertThat(answer.sempDescription()).contains(text);
        assertThat(filters()).isEmpty();
    }

    @Test
    void refusesWhatIsNotThere() {
        Answer filter = server.as("monitor").get(SUBSCRIPTIONS + "/none");
        Answer deleted = server.as("admin").delete(SUBSCRIPTIONS + "/none");
        Answer queue = server.as("monitor").get("SEMP/v2/config/msgVpns/default/queues/none/subscriptions");

        assertThat(List.of(filter.status(), deleted.status(), queue.status())).containsOnly(400);
        assertThat(filter.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(deleted.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(queue.sempError()).isEqualTo("6 NOT_FOUND");
    }

    @Test
    void hasNothingToPatch() {
        addAll("a");

        Answer answer = server.as("admin").json("PATCH", SUBSCRIPTIONS + "/a", "{}");

        assertThat(answer.sempError()).isEqualTo("89 NOT_ALLOWED");
    }

    private void addAll(String... filters) {
        for (String filter : filters) {
            server.vpn().addSubscription(EndpointKind.QUEUE, "q", TopicFilter.of(filter));
        }
    }

    private List<String> filters() {
        return server.vpn().endpoint(EndpointKind.QUEUE, "q").orElseThrow().subscriptions().stream()
                .map(TopicFilter::text)
                .toList();
    }
}
