package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.QUEUES;
import static io.reprise.broker.it.management.Api.as;
import static io.reprise.broker.it.management.Api.depth;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec 5.1 against a running broker: every verb, every refusal, and that nothing happened when an answer is an error. */
@RunAsClient
class EndpointConfigurationIT extends ManagementSuite {
    /** The server has a PATCH of its own for such bodies, which is switched off. */
    @Test
    void takesAMergePatch() {
        Api.createQueue("merged", "'maxBindCount':7");

        Answer answer = as("admin")
                .call(
                        "PATCH",
                        QUEUES + "/merged",
                        BodyPublishers.ofString("{\"maxRedelivery\":3}"),
                        "Content-Type",
                        "application/merge-patch+json");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.data().getInt("maxRedelivery")).isEqualTo(3);
        assertThat(answer.data().getInt("maxBindCount")).isEqualTo(7);
    }

    @Test
    void takesAQueueThroughItsLife() {
        Answer created = as("admin").json("POST", QUEUES, "{'queueName':'life','maxBindCount':7}");
        Answer read = as("monitor").get(QUEUES + "/life");
        Answer changed = as("admin").json("PATCH", QUEUES + "/life", "{'ingressEnabled':true}");
        Answer replaced = as("admin").json("PUT", QUEUES + "/life", "{'maxMsgSize':100}");
        Answer deleted = as("admin").delete(QUEUES + "/life");
        Answer gone = as("monitor").get(QUEUES + "/life");

        assertThat(created.status()).as(created.text()).isEqualTo(200);
        assertThat(read.data()).isEqualTo(created.data());
        assertThat(read.header("ETag")).isEqualTo(created.header("ETag"));
        assertThat(changed.data().getInt("maxBindCount")).isEqualTo(7);
        assertThat(changed.data().getBoolean("ingressEnabled")).isTrue();
        assertThat(changed.header("ETag")).isNotEqualTo(created.header("ETag"));
        assertThat(replaced.data().getInt("maxMsgSize")).isEqualTo(100);
        assertThat(replaced.data().getInt("maxBindCount")).isEqualTo(1000);
        assertThat(replaced.data().getBoolean("ingressEnabled")).isFalse();
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(gone.sempError()).isEqualTo("400 6 NOT_FOUND");
    }

    @Test
    void takesATopicEndpointThroughItsLife() {
        String endpoints = "SEMP/v2/config/msgVpns/default/topicEndpoints";

        Answer created =
                as("admin").json("POST", endpoints, "{'topicEndpointName':'a/b','maxSpoolUsage':9,'maxBindCount':1}");
        Answer subscribed =
                as("admin").json("POST", endpoints + "/a%2Fb/subscriptions", "{'subscriptionTopic':'te/one'}");
        as("client").post("rest/v1/default/TOPIC/te/one", "x");
        Answer refused = as("client").post("rest/v1/default/QUEUE/a%2Fb", "x");
        as("admin").json("PATCH", endpoints + "/a%2Fb", "{'ingressEnabled':true}");
        as("client").post("rest/v1/default/TOPIC/te/one", "x");
        Answer figures = as("monitor").get("SEMP/v2/monitor/msgVpns/default/topicEndpoints/a%2Fb");
        Answer deleted = as("admin").delete(endpoints + "/a%2Fb");

        assertThat(created.status()).as(created.text()).isEqualTo(200);
        assertThat(created.data().getInt("maxSpoolUsage")).isEqualTo(9);
        assertThat(subscribed.status()).as(subscribed.text()).isEqualTo(200);
        assertThat(refused.problem()).isEqualTo("404 no-such-queue");
        assertThat(figures.data().getInt("spooledMsgCount")).isEqualTo(1);
        assertThat(deleted.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a b+c", "100%", "Übung", "[x]{y}", "a,b\\c", "..", "a#b"})
    void takesEveryNameThatTheRulesAllow(String name) {
        Answer created = as("admin").json("POST", QUEUES, "{'queueName':'" + name.replace("\\", "\\\\") + "'}");
        Answer read = as("monitor").get(QUEUES + "/" + Api.encoded(name).replace(".", "%2E"));
        Answer deleted = as("admin").delete(QUEUES + "/" + Api.encoded(name).replace(".", "%2E"));

        assertThat(created.status()).as(created.text()).isEqualTo(200);
        assertThat(read.status()).as(read.text()).isEqualTo(200);
        assertThat(read.data().getString("queueName")).isEqualTo(name);
        assertThat(deleted.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            POST   |            | {'queueName':'kept'}                     | 400 10 ALREADY_EXISTS     | kept
            POST   |            | {}                                       | 400 228 MISSING_PARAMETER | queueName is missing
            POST   |            | {'queueName':'a*'}                       | 400 11 INVALID_PARAMETER  | endpoint name 'a*'
            POST   |            | {'queueName':'#a'}                       | 400 11 INVALID_PARAMETER  | leading #
            POST   |            | {'queueName':'q','size':1,'owner':2}     | 400 11 INVALID_PARAMETER  | owner = 2
            POST   |            | {'queueName':'q','prefetch':'some'}      | 400 11 INVALID_PARAMETER  | none, 0–1000000
            POST   |            | {'queueName':'q','partitionCount':1001}  | 400 11 INVALID_PARAMETER  | partitionCount = 1001
            POST   |            | {'queueName':'q','deadMsgQueue':'none'}  | 400 11 INVALID_PARAMETER  | 'none', which does not exist
            POST   |            | {'queueName':'q','deadMsgQueue':'q'}     | 400 11 INVALID_PARAMETER  | q -> q
            DELETE | /%23DEAD_MSG_QUEUE |                                  | 400 89 NOT_ALLOWED        | can't be deleted
            POST   |            | {'queueName':                            | 400 27 PARSE_ERROR        | the request's body
            POST   | ?x=1       | {'queueName':'q'}                        | 400 11 INVALID_PARAMETER  | parameter x: unknown
            POST   |            | {'queueName':'q','maxMsgSize':30000001}  | 400 11 INVALID_PARAMETER  | 0–30000000
            PATCH  | /kept      | {'maxBindCount':-1}                      | 400 11 INVALID_PARAMETER  | maxBindCount = -1
            PATCH  | /kept      | {'queueName':'other'}                    | 400 11 INVALID_PARAMETER  | as in the path
            PATCH  | /none      | {'maxBindCount':1}                       | 400 6 NOT_FOUND           | queue 'none'
            PUT    | /kept      | {'maxBindCount':10001}                   | 400 11 INVALID_PARAMETER  | 0–10000
            PUT    | /%23x      | {}                                       | 400 11 INVALID_PARAMETER  | leading #
            DELETE | /none      |                                          | 400 6 NOT_FOUND           | queue 'none'
            DELETE | /kept?x=1  |                                          | 400 11 INVALID_PARAMETER  | parameter x: unknown
            PUT    |            | {}                                       | 405 89 NOT_ALLOWED        | no such method
            """)
    void refusesByNameAndDoesNothing(String method, String path, String body, String error, String text) {
        as("admin").json("PUT", QUEUES + "/kept", "{'maxBindCount':3}");
        String before = all();

        Answer answer = as("admin").json(method, QUEUES + (path == null ? "" : path), body == null ? "" : body);

        assertThat(answer.sempError()).as(answer.text()).isEqualTo(error);
        assertThat(answer.sempText()).contains(text);
        assertThat(all()).isEqualTo(before);
    }

    @Test
    void changesOnlyTheVersionThatTheCallerHasSeen() {
        String version = as("admin").json("PUT", QUEUES + "/seen", "{}").header("ETag");
        as("admin").json("PATCH", QUEUES + "/seen", "{'maxBindCount':2}", "If-Match", version);

        Answer stale = as("admin").json("PATCH", QUEUES + "/seen", "{'maxBindCount':3}", "If-Match", version);
        Answer staleDelete = as("admin").delete(QUEUES + "/seen", "If-Match", version);
        Answer exists = as("admin").json("PUT", QUEUES + "/seen", "{}", "If-None-Match", "*");

        String now = as("monitor").get(QUEUES + "/seen").header("ETag");
        Answer weak = as("admin").delete(QUEUES + "/seen", "If-Match", "W/" + now);
        Answer known = as("admin").json("PUT", QUEUES + "/seen", "{}", "If-None-Match", "\"0\"", "If-None-Match", now);
        Answer malformed = as("admin").delete(QUEUES + "/seen", "If-Match", now.replace("\"", ""));

        assertThat(List.of(
                        stale.sempError(),
                        staleDelete.sempError(),
                        exists.sempError(),
                        weak.sempError(),
                        known.sempError()))
                .containsOnly("412 89 NOT_ALLOWED");
        assertThat(malformed.sempError()).isEqualTo("400 11 INVALID_PARAMETER");
        assertThat(as("monitor").get(QUEUES + "/seen").data().getInt("maxBindCount"))
                .isEqualTo(2);
    }

    @Test
    void losesNoChangeOfTwoAdministratorsAtOnce() {
        as("admin").json("PUT", QUEUES + "/shared", "{}");

        CompletableFuture<?> one = CompletableFuture.runAsync(() -> patchEach("maxBindCount"));
        CompletableFuture<?> other = CompletableFuture.runAsync(() -> patchEach("maxMsgSize"));
        CompletableFuture.allOf(one, other).join();

        assertThat(as("monitor").get(QUEUES + "/shared").data().getInt("maxBindCount"))
                .isEqualTo(20);
        assertThat(as("monitor").get(QUEUES + "/shared").data().getInt("maxMsgSize"))
                .isEqualTo(20);
    }

    private static void patchEach(String attribute) {
        for (int value = 1; value <= 20; value++) {
            Answer answer = as("admin").json("PATCH", QUEUES + "/shared", "{'" + attribute + "':" + value + "}");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
    }

    @Test
    void attractsWhatItsSubscriptionsSayFromTheMomentTheyAreThere() {
        Api.createQueue("sub");
        String subscriptions = QUEUES + "/sub/subscriptions";
        as("admin").json("POST", subscriptions, "{'subscriptionTopic':'s/*/>'}");
        as("admin").json("PUT", subscriptions + "/!s%2Fx%2F%3E", "{}");

        as("client").post("rest/v1/default/TOPIC/s/a/1", "x");
        as("client").post("rest/v1/default/TOPIC/s/x/1", "x");
        long attracted = depth("sub");
        Answer listed = as("monitor").get(subscriptions + "?count=1");
        Answer rest = as("monitor").get(subscriptions + "?" + listed.nextPage());
        Answer again = as("admin").json("POST", subscriptions, "{'subscriptionTopic':'s/*/>'}");
        Answer deleted = as("admin").delete(subscriptions + "/s%2F*%2F%3E");
        Answer deletedTwice = as("admin").delete(subscriptions + "/s%2F*%2F%3E");
        as("client").post("rest/v1/default/TOPIC/s/a/2", "x");

        assertThat(attracted).isEqualTo(1);
        assertThat(listed.column("subscriptionTopic")).containsExactly("!s/x/>");
        assertThat(rest.column("subscriptionTopic")).containsExactly("s/*/>");
        assertThat(again.sempError()).isEqualTo("400 10 ALREADY_EXISTS");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deletedTwice.sempError()).isEqualTo("400 6 NOT_FOUND");
        assertThat(depth("sub")).isEqualTo(1);
    }

    @Test
    void purges() {
        Api.createQueue("full");
        for (int i = 0; i < 3; i++) {
            as("client").post("rest/v1/default/QUEUE/full", "x");
        }

        Answer refused =
                as("operator").json("PUT", "SEMP/v2/action/msgVpns/default/queues/full/deleteMsgs", "{'all':true}");
        long depthAfterRefusal = depth("full");
        Answer purged = as("operator").json("PUT", "SEMP/v2/action/msgVpns/default/queues/full/deleteMsgs", "{}");

        assertThat(refused.sempError()).isEqualTo("400 11 INVALID_PARAMETER");
        assertThat(depthAfterRefusal).isEqualTo(3);
        assertThat(purged.status()).as(purged.text()).isEqualTo(200);
        assertThat(purged.data().getInt("deletedMsgCount")).isEqualTo(3);
        assertThat(depth("full")).isZero();
    }

    @Test
    void showsDeadMessagesAndSendsThemHome() {
        String dead = "default/queues/%23DEAD_MSG_QUEUE";
        as("operator").json("PUT", "SEMP/v2/action/msgVpns/" + dead + "/deleteMsgs", "{}");
        as("admin").json("PUT", QUEUES + "/mortal", "{'ingressEnabled':true,'respectTtlEnabled':true}");
        as("client").post("rest/v1/default/QUEUE/mortal", "x", "Solace-Time-To-Live-In-ms", "1");
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> depth("mortal") == 0 && depth("#DEAD_MSG_QUEUE") == 1);
        as("admin").json("PATCH", QUEUES + "/mortal", "{'respectTtlEnabled':false}");

        Answer shown = as("monitor").get("SEMP/v2/monitor/msgVpns/" + dead + "/msgs?where=deathReason==ttl");
        Answer denied = as("monitor").json("PUT", "SEMP/v2/action/msgVpns/" + dead + "/retryMsgs", "{}");
        Answer bad = as("operator")
                .json("PUT", "SEMP/v2/action/msgVpns/" + dead + "/retryMsgs", "{'selector':'JMSPriority >'}");
        Answer retried = as("operator").json("PUT", "SEMP/v2/action/msgVpns/" + dead + "/retryMsgs", "{}");
        Answer alarms = as("monitor").get("SEMP/v2/monitor/msgVpns/default/alarms");

        assertThat(shown.column("deathEndpointName")).as(shown.text()).containsExactly("mortal");
        assertThat(denied.status()).as(denied.text()).isEqualTo(403);
        assertThat(bad.sempError()).as(bad.text()).isEqualTo("400 11 INVALID_PARAMETER");
        assertThat(retried.data().getInt("retriedMsgCount")).as(retried.text()).isEqualTo(1);
        assertThat(depth("mortal")).isEqualTo(1);
        assertThat(depth("#DEAD_MSG_QUEUE")).isZero();
        assertThat(alarms.status()).as(alarms.text()).isEqualTo(200);
    }

    @Test
    void pagesWithoutRepeatingOrMissingWhileQueuesComeAndGo() {
        TreeSet<String> untouched = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            String name = "page-%02d".formatted(i);
            as("admin").json("PUT", QUEUES + "/" + name, "{}");
            if (i % 2 == 0) {
                untouched.add(name);
            }
        }
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<?> others = CompletableFuture.runAsync(() -> comeAndGo(done));

        List<String> seen = new ArrayList<>();
        String next = "count=3&where=queueName==page-*";
        while (!next.isEmpty()) {
            Answer page = as("monitor").get(QUEUES + "?" + next);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            seen.addAll(page.column("queueName"));
            next = page.nextPage();
        }
        done.set(true);
        others.join();

        assertThat(seen).doesNotHaveDuplicates().isSorted().containsAll(untouched);
    }

    private static void comeAndGo(AtomicBoolean done) {
        for (int i = 1; !done.get(); i = (i + 2) % 40) {
            String path = QUEUES + "/page-%02d".formatted(i);
            as("admin").delete(path);
            as("admin").json("PUT", path, "{}");
        }
    }

    private static String all() {
        return as("monitor")
                .get(QUEUES + "?count=100")
                .json()
                .getJsonArray("data")
                .toString();
    }
}
