package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.DefinitionTexts.FAIL;
import static io.reprise.broker.engine.vpn.DefinitionTexts.REPLACE;
import static io.reprise.broker.engine.vpn.DefinitionTexts.document;
import static io.reprise.broker.engine.vpn.DefinitionTexts.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.EndpointDefinition;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.HealthCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Definitions of several VPNs on a real database, those among them that are not there yet; and a file of them at boot (spec 5.3). */
class DefinitionsOfSeveralVpnsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String TWO_VPNS =
            "{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'orders','maxMsgSpoolUsage':7,'queues':[{'queueName':'#DEAD_MSG_QUEUE',"
                    + "'maxBindCount':3,'deadMsgQueue':''},{'queueName':'o','subscriptions':[{'subscriptionTopic':'o/>'}]}]},"
                    + "{'msgVpnName':'default','queues':[{'queueName':'d'}],'clientUsernames':[{'clientUsername':'u'}]}]}";

    @TempDir
    private Path directory;

    private TestBroker broker = TestBroker.onNewDatabase();

    @AfterEach
    void close() {
        broker.close();
    }

    private ImportPlan put(String text) {
        return broker.broker.definitions().importDocument(document(text), FAIL);
    }

    private String exported() {
        return text(broker.broker.definitions().export(broker.broker.vpnNames()));
    }

    @Test
    void thoseMissingAreMadeAndTheSameAgainChangesNothing() {
        ImportPlan plan = put(TWO_VPNS);

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.applied()).isTrue();
        String export = exported();
        assertThat(export).contains("\"msgVpnName\":\"orders\",\"maxMsgSpoolUsage\":7", "\"queueName\":\"d\"", "o/>");
        broker = broker.restarted();
        assertThat(exported()).isEqualTo(export);
        Definitions read = broker.broker.definitions().export(broker.broker.vpnNames());
        assertThat(broker.broker
                        .definitions()
                        .importDocument(new DefinitionsDocument(read, List.of()), REPLACE)
                        .changes())
                .allSatisfy(change -> assertThat(change.action().word()).isEqualTo("unchanged"));
    }

    @Test
    void aProblemInOneLeavesTheOthersAlone() {
        String before = exported();

        ImportPlan plan = put(TWO_VPNS.replace("'queueName':'d'", "'queueName':'d','deadMsgQueue':'none'"));

        assertThat(plan.applied()).isFalse();
        assertThat(plan.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.text()).contains("deadMsgQueue of queue 'd'"));
        assertThat(broker.broker.vpnNames()).containsExactly("default");
        assertThat(exported()).isEqualTo(before);
    }

    @Test
    void tenThousandQueuesAreOneEntryOfBoundedSize() {
        List<EndpointDefinition> queues = IntStream.range(0, 10_000)
                .mapToObj(i -> new EndpointDefinition(
                        EndpointKind.QUEUE,
                        String.format("q%05d", i),
                        EndpointSettings.clientCreated(EndpointKind.QUEUE),
                        i % 10 == 0 ? List.of(TopicFilter.of("t/" + i + "/>")) : List.of()))
                .toList();
        Definitions large = new Definitions(
                List.of(new VpnDefinition("default", VpnSettings.DEFAULTS, queues, List.of(), List.of())));
        long commits = broker.administration.statistics().lastCommitNo();

        ImportPlan plan = broker.broker.definitions().importDocument(new DefinitionsDocument(large, List.of()), FAIL);

        assertThat(plan.problems()).isEmpty();
        assertThat(broker.administration.statistics().lastCommitNo()).isEqualTo(commits + 1);
        assertThat(broker.administration.endpointCount(EndpointKind.QUEUE)).isEqualTo(10_001);
        broker = broker.restarted();
        assertThat(broker.administration.endpointCount(EndpointKind.QUEUE)).isEqualTo(10_001);
    }

    @Test
    void moreThanOneEntryBearsIsRefused() {
        List<TopicFilter> filters = IntStream.range(0, 30_001)
                .mapToObj(i -> TopicFilter.of("t/" + i))
                .sorted()
                .toList();
        Definitions large = new Definitions(List.of(new VpnDefinition(
                "default",
                VpnSettings.DEFAULTS,
                List.of(new EndpointDefinition(
                        EndpointKind.QUEUE, "q", EndpointSettings.clientCreated(EndpointKind.QUEUE), filters)),
                List.of(),
                List.of())));

        ImportPlan plan = broker.broker.definitions().importDocument(new DefinitionsDocument(large, List.of()), FAIL);

        assertThat(plan.applied()).isFalse();
        assertThat(plan.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.text()).contains("30002 rows; allowed: at most 30000"));
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "q")).isEmpty();
    }

    // ---- at boot ----

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("definitions.json"), text.replace('\'', '"'));
    }

    private HealthCheck check() {
        return broker.broker.health().stream()
                .filter(check -> check.name().equals(BootDefinitions.CHECK))
                .findFirst()
                .orElseThrow();
    }

    private void awaitHealth(boolean works, String detail) {
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(check())
                        .satisfies(check -> assertThat(check.up()).isEqualTo(works))
                        .satisfies(check -> assertThat(check.detail()).contains(detail)));
    }

    @Test
    void aFileIsAppliedAtBootAndAgainAtTheNext() throws IOException {
        Path file = file(TWO_VPNS);

        broker.broker.applyAtBoot(file, OnConflict.FAIL);
        awaitHealth(true, "applied");
        String export = exported();
        assertThat(export).contains("orders", "\"queueName\":\"d\"");
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "d", -1);
        broker.createQueue("other");
        broker = broker.restarted();
        broker.broker.applyAtBoot(file, OnConflict.FAIL);
        awaitHealth(true, "applied");

        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "d")).isPresent();
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "other")).isPresent();
    }

    @Test
    void aBrokenFileIsToldAndNothingOfItIsApplied() throws IOException {
        String before = exported();

        broker.broker.applyAtBoot(file(TWO_VPNS.replace("'u'", "7")), OnConflict.REPLACE);
        awaitHealth(false, "clientUsername = 7");
        assertThat(exported()).isEqualTo(before);
        broker.broker.applyAtBoot(file("{'definitionsVersion':1,"), OnConflict.REPLACE);
        awaitHealth(false, "one JSON object");
        broker.broker.applyAtBoot(directory.resolve("none.json"), OnConflict.REPLACE);
        awaitHealth(false, "can't be read");

        assertThat(exported()).isEqualTo(before);
    }

    @Test
    void whoWinsAtBootIsSaid() throws IOException {
        broker.createQueue("d");
        Path file = file(TWO_VPNS.replace("'queueName':'d'", "'queueName':'d','maxBindCount':5"));

        broker.broker.applyAtBoot(file, OnConflict.FAIL);
        awaitHealth(false, "queue 'd' exists with other settings");
        assertThat(broker.broker.vpnNames()).containsExactly("default");
        broker.broker.applyAtBoot(file, OnConflict.KEEP);
        awaitHealth(true, "applied");
        assertThat(bindCountOfD()).isEqualTo(1_000);
        broker.broker.applyAtBoot(file, OnConflict.REPLACE);
        Awaitility.await().atMost(SOON).until(() -> bindCountOfD() == 5);
    }

    private int bindCountOfD() {
        return broker.administration
                .endpoint(EndpointKind.QUEUE, "d")
                .orElseThrow()
                .settings()
                .maxBindCount();
    }
}
