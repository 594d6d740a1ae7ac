package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import io.reprise.broker.it.management.RawHttp.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Requests that nobody expects, made of the OpenAPI document's examples by chance: no 5xx but a deliberate 503, nothing of the inside in
 * an answer, no state changed by a refused one, the server healthy after all of them.
 */
@RunAsClient
class MutatedRequestsIT extends ManagementSuite {
    private static final int BATCH = 100;

    /** With so many faults there is no need to look for more. */
    private static final int ENOUGH = 40;

    private static final int OK = 200;

    /** Names of classes and lines of stack traces; ACL profiles have exceptions of their own. Linear in long texts. */
    private static final Pattern INSIDE = Pattern.compile(
            "\\b\\w++(?:(?<=\\wException)(?<!TopicException|[cC]lientConnectException)|(?<=\\wError):)|at [\\w.$]+\\("
                    + "|\\b(?:org|io|com|java|jakarta)\\.[a-z]+\\.[\\w.]+[A-Z]|UT\\d{6}|RESTEASY\\d{6}|WFLY\\w+");

    /** As many with the same chances each time find what a change has spoilt; the long run looks for what nobody knows. */
    private static final int SHORT = 3_000;

    private static final long SHORT_SEED = 53_334_615_490_703L;

    private final TreeMap<Integer, Integer> answers = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private final RawHttp http = new RawHttp(Api.root().getHost(), Api.root().getPort());
    private int requests;
    private int compared;

    @AfterEach
    void clear() throws IOException {
        http.close();
        ExampleStage.setAnew();
        ExampleStage.clear();
    }

    @Test
    void areRefusedInOrderAndChangeNothing() throws IOException {
        int total = Campaign.mutations();
        long seed = total > SHORT ? Campaign.seed() : Long.getLong("campaign.seed", SHORT_SEED);
        Campaign.say("mutated requests, seed " + seed);
        Random random = new Random(seed);
        List<ApiOperation> operations = ApiDocument.operations().stream()
                .filter(operation -> !operation.isStream())
                .toList();

        String end = "ended red";
        try {
            while (requests < total) {
                runBatch(batch(random, operations));
                assertThat(faults.size()).as(String.join("\n", faults)).isLessThan(ENOUGH);
            }
            assertThat(faults).isEmpty();
            assertThat(as("monitor").get("health/ready").status()).isEqualTo(OK);
            assertThat(as("client")
                            .post("rest/v1/default/TOPIC/still/alive", "x")
                            .status())
                    .isEqualTo(OK);
            end = "green";
        } finally {
            Campaign.result(
                    "mutated requests",
                    requests,
                    String.valueOf(seed),
                    end + ", " + faults.size() + " faults; answers by status " + answers + ", " + compared
                            + " refused ones sent again between two exports that are equal");
        }
    }

    private List<MutatedRequest> batch(Random random, List<ApiOperation> operations) throws IOException {
        Map<String, String> values = ExampleStage.setAnew();
        Mutations mutations = new Mutations(random, values);
        List<MutatedRequest> batch = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            batch.add(mutations.of(operations.get(random.nextInt(operations.size()))));
        }
        return batch;
    }

    /** Those that were refused are sent again between two exports: what the others do between them is out of the way then. */
    private void runBatch(List<MutatedRequest> batch) throws IOException {
        List<MutatedRequest> refused = new ArrayList<>();
        for (MutatedRequest request : batch) {
            Reply reply = sent(request);
            requests++;
            answers.merge(reply.status(), 1, Integer::sum);
            if (isRefusal(reply)) {
                refused.add(request);
            }
        }
        ExampleStage.setAnew();
        String before = BrokerState.read();
        List<MutatedRequest> accepted = new ArrayList<>();
        for (MutatedRequest request : refused) {
            if (!isRefusal(sent(request))) {
                accepted.add(request);
            }
        }
        if (accepted.isEmpty()) {
            assertThat(BrokerState.read()).as(refused.toString()).isEqualTo(before);
            compared += refused.size();
        }
    }

    private static boolean isRefusal(Reply reply) {
        return reply.status() >= 400 || reply.status() == 0;
    }

    private Reply sent(MutatedRequest request) throws IOException {
        Reply reply = http.send(request);
        if (reply.status() >= 500 && !isDeliberate(reply) && !request.leavesTheBroker()
                || tellsOfTheInside(reply, request)) {
            faults.add(request + " answered by " + reply);
        }
        return reply;
    }

    /** A refusal quotes what was asked, as {@code publishTopXcException}: that is the request's own. */
    private static boolean tellsOfTheInside(Reply reply, MutatedRequest request) {
        String asked = new String(request.bytes(), StandardCharsets.UTF_8);
        return INSIDE.matcher(withoutActivations(reply.body()))
                .results()
                .map(MatchResult::group)
                .anyMatch(found -> !asked.contains(found));
    }

    /** They are called by a class of the application. */
    private static String withoutActivations(String text) {
        return text.replace(InboxBean.class.getName(), "");
    }

    private static boolean isDeliberate(Reply reply) {
        return reply.status() == 503 && !reply.header("Retry-After").isEmpty();
    }
}
