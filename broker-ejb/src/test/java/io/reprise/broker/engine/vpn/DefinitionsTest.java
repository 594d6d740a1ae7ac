package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.DefinitionTexts.DRY_RUN;
import static io.reprise.broker.engine.vpn.DefinitionTexts.FAIL;
import static io.reprise.broker.engine.vpn.DefinitionTexts.KEEP;
import static io.reprise.broker.engine.vpn.DefinitionTexts.PRUNE;
import static io.reprise.broker.engine.vpn.DefinitionTexts.PRUNE_MESSAGES;
import static io.reprise.broker.engine.vpn.DefinitionTexts.REPLACE;
import static io.reprise.broker.engine.vpn.DefinitionTexts.document;
import static io.reprise.broker.engine.vpn.DefinitionTexts.ofDefault;
import static io.reprise.broker.engine.vpn.DefinitionTexts.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.model.access.AclProfileAttributes;
import io.reprise.broker.model.access.ClientUsernameAttributes;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.topic.TopicFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Definitions of one VPN, exported and imported (spec 5.3). */
class DefinitionsTest {
    private static final ObjectName DEFAULT_PROFILE = ObjectName.of(ObjectKind.ACL_PROFILE, "default");

    private TestVpn broker = TestVpn.start();
    /** Run when the VPN is looked for, once each. */
    private final List<Runnable> whenSought = new ArrayList<>();

    @AfterEach
    void close() {
        broker.close();
    }

    private EngineDefinitions definitions() {
        return new EngineDefinitions(
                new OneVpn(() -> {
                    if (!whenSought.isEmpty()) {
                        whenSought.remove(0).run();
                    }
                    return broker.life;
                }),
                broker.clock);
    }

    private Definitions exported() {
        return definitions().export(List.of("default"));
    }

    private ImportPlan put(DefinitionsDocument document, ImportOptions options) {
        return definitions().importDocument(document, options);
    }

    private ImportPlan put(String members, ImportOptions options) {
        return put(ofDefault(members), options);
    }

    private static List<String> actions(ImportPlan plan, PlannedAction action) {
        return plan.changes().stream()
                .filter(change -> change.action() == action)
                .map(change -> change.collection() + " " + change.name())
                .toList();
    }

    private static List<String> problems(ImportPlan plan) {
        return plan.problems().stream().map(problem -> problem.text()).toList();
    }

    private void configureSomeOfEverything() {
        broker.administration.changeVpn(VpnSettings.DEFAULTS.with(VpnAttributes.MAX_SPOOL_USAGE, 70L), -1);
        broker.createQueue("z", "z/>", "a/*/b");
        broker.createQueue(
                "a",
                TestVpn.queue()
                        .with(EndpointAttributes.DEAD_MSG_QUEUE, "z")
                        .with(EndpointAttributes.MAX_REDELIVERY, 4L)
                        .with(EndpointAttributes.OWNER, "alice"));
        broker.change("#DEAD_MSG_QUEUE", EndpointAttributes.MAX_SPOOL_USAGE, 7L);
        broker.createTopicEndpoint(
                "te", TestVpn.topicEndpoint().with(EndpointAttributes.SELECTOR, "a = 'it''s'"), "t/1");
        broker.administration.createReplayLog(
                "log",
                ReplayLogSettings.DEFAULTS
                        .with(ReplayLogAttributes.MAX_SPOOL_USAGE, 5L)
                        .with(ReplayLogAttributes.INGRESS_ENABLED, true));
        broker.administration.addReplayLogFilter("log", TopicFilter.of("a/>"));
        broker.administration.addReplayLogFilter("log", TopicFilter.of("!a/b"));
        var objects = broker.administration.objects();
        ObjectName sensors = ObjectName.of(ObjectKind.ACL_PROFILE, "sensors");
        var profile = ObjectKind.ACL_PROFILE.attributes().defaults();
        objects.create(sensors, profile.with(AclProfileAttributes.CONNECT, DefaultAction.ALLOW));
        objects.create(
                new ObjectName(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "sensors", "s/$client-username/>"),
                ObjectKind.PUBLISH_TOPIC_EXCEPTION.attributes().defaults());
        objects.create(
                new ObjectName(ObjectKind.CLIENT_CONNECT_EXCEPTION, "default", "10.1.0.0/16"),
                ObjectKind.CLIENT_CONNECT_EXCEPTION.attributes().defaults());
        objects.create(
                ObjectName.of(ObjectKind.CLIENT_USERNAME, "s1"),
                ObjectKind.CLIENT_USERNAME
                        .attributes()
                        .defaults()
                        .with(ClientUsernameAttributes.ACL_PROFILE, "sensors"));
        objects.change(DEFAULT_PROFILE, profile.with(AclProfileAttributes.PUBLISH, DefaultAction.ALLOW), -1);
    }

    @Test
    void anExportImportedElsewhereGivesTheSameExport() {
        configureSomeOfEverything();
        String export = text(exported());
        broker.close();
        broker = TestVpn.start();

        ImportPlan plan = put(DefinitionsReader.read(export.getBytes(StandardCharsets.UTF_8), "the export"), FAIL);

        assertThat(problems(plan)).isEmpty();
        assertThat(plan.applied()).isTrue();
        assertThat(text(exported())).isEqualTo(export).contains("it''s").contains("sensors");
        broker = broker.restarted();
        assertThat(text(exported())).isEqualTo(export);
        assertThat(broker.publish("z/1", "m").orThrow().messages()).isEqualTo(1);
        assertThat(broker.spooled("z")).isEqualTo(1);
    }

    @Test
    void anExportWipedAndImportedGivesTheSameExport() {
        configureSomeOfEverything();
        Definitions export = exported();

        ImportPlan wiped = put("", PRUNE);
        assertThat(problems(wiped)).isEmpty();
        assertThat(text(exported())).doesNotContain("'z'", "log", "sensors", "te\"");
        ImportPlan again = put(new DefinitionsDocument(export, List.of()), REPLACE);

        assertThat(problems(again)).isEmpty();
        assertThat(exported()).isEqualTo(export);
        assertThat(actions(put(new DefinitionsDocument(export, List.of()), FAIL), PlannedAction.UNCHANGED))
                .hasSize(again.changes().size());
    }

    @Test
    void allOfItIsOneEntry() {
        configureSomeOfEverything();
        DefinitionsDocument document = new DefinitionsDocument(exported(), List.of());
        broker.close();
        broker = TestVpn.start();
        long before = broker.lastCommitNo();

        put(document, FAIL);

        List<EntryHead> entries = broker.entriesFrom(before + 1);
        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).effects().stream().filter(EndpointCreated.class::isInstance))
                .hasSize(3);
        put(document, FAIL);
        assertThat(broker.lastCommitNo()).as("nothing is left to do").isEqualTo(before + 1);
    }

    @Test
    void withOneThingWrongNothingIsDoneAndAllThatIsWrongIsTold() {
        broker.createQueue("there");
        broker.createQueue("same");
        String before = text(exported());
        long commits = broker.lastCommitNo();

        ImportPlan plan = put(
                document("{'definitionsVersion':1,'extra':2,'msgVpns':[{'msgVpnName':'a/b'},{'msgVpnName':'default',"
                        + "'queues':[{'queueName':'good'},{'queueName':'there','maxBindCount':3},"
                        + "{'queueName':'dangling','deadMsgQueue':'nowhere'},{'queueName':'me','deadMsgQueue':'me'},"
                        + "{'queueName':'bad','maxBindCount':-1,'colour':'red'},{'queueName':'#TEMP/x'},{'maxTtl':1},"
                        + "{'queueName':'p','partitionCount':4},{'queueName':'good'},"
                        + "{'queueName':'wild','subscriptions':[{'subscriptionTopic':''}]}],"
                        + "'topicEndpoints':[{'topicEndpointName':'t','selector':'a ='},"
                        + "{'topicEndpointName':'two','subscriptions':[{'subscriptionTopic':'a'},{'subscriptionTopic':'b'}]}],"
                        + "'replayLogs':[{'replayLogName':'l','ingressEnabled':true},{'replayLogName':'m'}],"
                        + "'clientUsernames':[{'clientUsername':'u','aclProfileName':'none'}]}]}"),
                FAIL);

        assertThat(plan.applied()).isFalse();
        assertThat(String.join("\n", problems(plan)))
                .contains("extra")
                .contains("VPN name 'a/b'")
                .contains("queue 'there' exists with other settings: ")
                .contains("maxBindCount = 1000, in the document 3")
                .contains("subscriptions[0] of queue 'wild' of VPN 'default'")
                .contains("deadMsgQueue of queue 'dangling': 'nowhere', which does not exist")
                .contains("me -> me")
                .contains("queue 'bad' of VPN 'default': maxBindCount = -1")
                .contains("queue 'bad' of VPN 'default': colour")
                .contains("#TEMP/x")
                .contains("queueName is missing")
                .contains("partitionCount=4")
                .contains("queue 'good' of VPN 'default': it is there twice")
                .contains("VPN 'default', topic endpoint 't': selector")
                .contains("subscriptions of topic endpoint 'two'")
                .contains("one replay log a VPN")
                .contains("maxSpoolUsage = 0")
                .contains("aclProfileName of client username 'u': 'none', which does not exist");
        assertThat(text(exported())).isEqualTo(before);
        assertThat(broker.lastCommitNo()).isEqualTo(commits);
    }

    @Test
    void aDryRunTellsThePlanAndChangesNothing() {
        broker.createQueue("there");
        long commits = broker.lastCommitNo();

        ImportPlan plan = put(",'queues':[{'queueName':'new','subscriptions':[{'subscriptionTopic':'t'}]}]", DRY_RUN);

        assertThat(plan.applied()).isFalse();
        assertThat(problems(plan)).isEmpty();
        assertThat(actions(plan, PlannedAction.CREATE)).containsExactly("queues new", "subscriptions t");
        assertThat(broker.lastCommitNo()).isEqualTo(commits);
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "new")).isEmpty();
    }

    @Test
    void whatDiffersIsAConflictReplacedOrKept() {
        broker.createQueue("q", "old");
        String wanted =
                ",'queues':[{'queueName':'q','ingressEnabled':true,'egressEnabled':true,'respectTtlEnabled':true,"
                        + "'maxBindCount':9,'subscriptions':[{'subscriptionTopic':'new'}]}]";

        ImportPlan refused = put(wanted, FAIL);
        assertThat(refused.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
            assertThat(problem.text()).contains("maxBindCount = 1000, in the document 9");
        });
        ImportPlan kept = put(wanted, KEEP);
        assertThat(actions(kept, PlannedAction.KEEP)).containsExactly("queues q");
        assertThat(queue("q").settings().maxBindCount()).isEqualTo(1_000);
        assertThat(queue("q").subscriptions()).hasSize(2);
        ImportPlan replaced = put(wanted, REPLACE);

        assertThat(actions(replaced, PlannedAction.CHANGE)).containsExactly("queues q");
        assertThat(queue("q").settings().maxBindCount()).isEqualTo(9);
        assertThat(queue("q").subscriptions()).hasSize(2);
        put(wanted, PRUNE);
        assertThat(queue("q").subscriptions()).containsExactly(TopicFilter.of("new"));
        assertThat(broker.publish("old", "x").orThrow().messages()).isEqualTo(1);
        broker.publish("new", "y");
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    private EndpointView queue(String name) {
        return broker.administration.endpoint(EndpointKind.QUEUE, name).orElseThrow();
    }

    @Test
    void aTopicEndpointGetsAnotherTopicOnlyIfToldSo() {
        broker.createTopicEndpoint("te", TestVpn.topicEndpoint(), "old");
        String wanted = ",'topicEndpoints':[{'topicEndpointName':'te','ingressEnabled':true,'egressEnabled':true,"
                + "'respectTtlEnabled':true,'subscriptions':[{'subscriptionTopic':'new'}]}]";

        assertThat(problems(put(wanted, FAIL))).singleElement().asString().contains("subscriptions = old");
        put(wanted, REPLACE);

        assertThat(broker.administration
                        .endpoint(EndpointKind.TOPIC_ENDPOINT, "te")
                        .orElseThrow()
                        .subscriptions())
                .containsExactly(TopicFilter.of("new"));
    }

    @Test
    void pruningTakesMessagesOnlyIfToldSoAndNeverWhatEachVpnHas() {
        broker.createQueue("full", "t");
        broker.createQueue("empty");
        broker.administration.createReplayLog(
                "log",
                ReplayLogSettings.DEFAULTS
                        .with(ReplayLogAttributes.MAX_SPOOL_USAGE, 5L)
                        .with(ReplayLogAttributes.INGRESS_ENABLED, true));
        broker.publish("t", "m");
        var temporary = broker.vpn.createTemporary(new TemporaryRequest.Queue());

        ImportPlan refused = put(",'replayLogs':[{'replayLogName':'other'}]", PRUNE);
        assertThat(problems(refused))
                .containsExactlyInAnyOrder(
                        "VPN 'default': deleting queue 'full': 1 messages on it; allowed: none, or pruneMessages",
                        "VPN 'default': deleting replay log 'log': 1 messages in it; allowed: none, or pruneMessages");
        assertThat(broker.spooled("empty")).isZero();
        ImportPlan done = put(",'replayLogs':[{'replayLogName':'other'}]", PRUNE_MESSAGES);

        assertThat(actions(done, PlannedAction.DELETE))
                .containsExactlyInAnyOrder("queues full", "queues empty", "replayLogs log");
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "#DEAD_MSG_QUEUE"))
                .isPresent();
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, temporary.name()))
                .isPresent();
        assertThat(broker.administration.objects().find(DEFAULT_PROFILE)).isPresent();
        broker = broker.restarted();
        assertThat(broker.administration.replayLogView().orElseThrow().name()).isEqualTo("other");
        assertThat(text(exported())).doesNotContain("full", "empty", "#TEMP");
    }

    @Test
    void objectsOfOneDocumentMayNameEachOther() {
        ImportPlan plan = put(
                ",'queues':[{'queueName':'a','deadMsgQueue':'b'},{'queueName':'b','deadMsgQueue':''}],"
                        + "'aclProfiles':[{'aclProfileName':'p','publishTopicExceptions':[{'publishTopicException':'x/>',"
                        + "'publishTopicExceptionSyntax':'smf'}]}],'clientUsernames':[{'clientUsername':'u','aclProfileName':'p'}]",
                FAIL);

        assertThat(problems(plan)).isEmpty();
        assertThat(problems(put(",'queues':[{'queueName':'b','deadMsgQueue':'a'}]", REPLACE)))
                .singleElement()
                .asString()
                .contains("b -> a -> b");
        assertThat(problems(put(
                        ",'queues':[{'queueName':'a','deadMsgQueue':'b'},{'queueName':'b','deadMsgQueue':''}],"
                                + "'clientUsernames':[{'clientUsername':'u','aclProfileName':'p'}]",
                        PRUNE)))
                .singleElement()
                .asString()
                .contains("deleting ACL profile 'p'");
    }

    @Test
    void aRefusedWriteLeavesNothingOfIt() {
        broker.createQueue("q");
        String before = text(exported());
        broker.rows().refuseNextAppend("disk full");

        assertThatThrownBy(() -> put(",'maxMsgSpoolUsage':5,'queues':[{'queueName':'r'},{'queueName':'s'}]", FAIL))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_STORED));

        assertThat(text(exported())).isEqualTo(before);
        broker = broker.restarted();
        assertThat(text(exported())).isEqualTo(before);
    }

    @Test
    void whatComesBetweenPlanAndChangeIsNotPassedOver() {
        broker.createQueue("q");
        String before = text(exported());
        // Sought once to know whether there is one, once for the plan, and once for the change.
        whenSought.addAll(List.of(() -> {}, () -> {}, () -> broker.createQueue("r")));

        assertThatThrownBy(() -> put(",'queues':[{'queueName':'r'},{'queueName':'s'}]", FAIL))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "s")).isEmpty();
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "r", -1);
        whenSought.addAll(
                List.of(() -> {}, () -> {}, () -> broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q", -1)));

        assertThatThrownBy(() -> put(",'queues':[{'queueName':'s'}]", PRUNE))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VERSION_CONFLICT));
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "s")).isEmpty();
        assertThat(before).contains("\"q\"");
    }

    @Test
    void whatIsNotExpectedIsNotChanged() {
        Definitions read = exported();
        ImportOptions expecting = new ImportOptions(false, false, false, OnConflict.FAIL, Optional.of(read));
        broker.createQueue("other");

        assertThat(put(",'queues':[{'queueName':'r'}]", expecting).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.code()).isEqualTo(ErrorCode.VERSION_CONFLICT));
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "other", -1);

        assertThat(put(",'queues':[{'queueName':'r'}]", expecting).applied()).isTrue();
    }

    @Test
    void secretsAreInNoExportAndStayWhereNoneIsGiven() {
        String point =
                ",'restDeliveryPoints':[{'restDeliveryPointName':'r','restConsumers':[{'restConsumerName':'c'%s}]}]";
        assertThat(problems(put(
                        point.formatted(
                                ",'authenticationScheme':'http-basic','authenticationHttpBasicPassword':'hush'"),
                        FAIL)))
                .isEmpty();
        assertThat(text(exported())).contains("restConsumerName").doesNotContain("hush");

        ImportPlan plan = put(point.formatted(",'remotePort':81"), REPLACE);

        assertThat(problems(plan)).isEmpty();
        assertThat(plan.toString()).doesNotContain("hush");
        assertThat(secrets()).contains("hush");
        ImportPlan other = put(point.formatted(",'remotePort':81,'authenticationHttpBasicPassword':'other'"), REPLACE);
        assertThat(actions(other, PlannedAction.CHANGE)).containsExactly("restConsumers c");
        assertThat(other.toString()).doesNotContain("hush", "other");
        assertThat(secrets()).contains("other").doesNotContain("hush");
    }

    private String secrets() {
        return broker.administration
                .objects()
                .find(new ObjectName(ObjectKind.REST_CONSUMER, "r", "c"))
                .orElseThrow()
                .values()
                .toStoredMap()
                .toString();
    }
}
