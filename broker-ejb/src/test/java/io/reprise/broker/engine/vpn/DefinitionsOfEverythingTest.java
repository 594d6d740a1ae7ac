package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.DefinitionTexts.FAIL;
import static io.reprise.broker.engine.vpn.DefinitionTexts.PRUNE;
import static io.reprise.broker.engine.vpn.DefinitionTexts.REPLACE;
import static io.reprise.broker.engine.vpn.DefinitionTexts.document;
import static io.reprise.broker.engine.vpn.DefinitionTexts.ofDefault;
import static io.reprise.broker.engine.vpn.DefinitionTexts.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.json.StrictJson;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.settings.InvalidSettingsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every attribute of every kind of object, found by its declaration, goes into a document and comes back out of it (spec 5.3). */
class DefinitionsOfEverythingTest {
    private static final String SECRET = "s3cr3t";

    /** Texts, one of which each attribute takes whose values are not told by its type; a new attribute may need another. */
    private static final List<String> TEXTS = List.of("target", "/a/b?c");

    private static final Map<ObjectKind, String> NAMES = Map.of(
            ObjectKind.CLIENT_CONNECT_EXCEPTION, "fd00::/8",
            ObjectKind.PUBLISH_TOPIC_EXCEPTION, "p/$client-username/>",
            ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "s/*/>",
            ObjectKind.QUEUE_BINDING, "target");

    private TestVpn broker = TestVpn.start();
    private boolean isThere = true;

    @AfterEach
    void close() {
        broker.close();
    }

    private ImportPlan put(DefinitionsDocument document, ImportOptions options) {
        ImportPlan plan = definitions().importDocument(document, options);
        assertThat(plan.problems()).isEmpty();
        return plan;
    }

    private EngineDefinitions definitions() {
        return new EngineDefinitions(new OneVpn(() -> isThere ? broker.life : null), broker.clock);
    }

    private Definitions exported() {
        return definitions().export(List.of("default"));
    }

    // ---- a document with everything ----

    private static Map<String, Object> everything() {
        Map<String, Object> vpn = new LinkedHashMap<>();
        vpn.put("msgVpnName", "default");
        vpn.putAll(others(VpnSettings.DEFAULTS.values()));
        for (EndpointKind kind : EndpointKind.values()) {
            vpn.put(kind == EndpointKind.QUEUE ? "queues" : "topicEndpoints", endpoints(kind));
        }
        Map<String, Object> log = new LinkedHashMap<>(others(ReplayLogSettings.DEFAULTS.values()));
        log.put("replayLogName", "log");
        log.put("topicFilterSubscriptions", List.of(Map.of("topicFilterSubscription", "!f/>")));
        vpn.put("replayLogs", List.of(log));
        for (ObjectKind kind : ObjectKind.values()) {
            if (kind.parent().isEmpty()) {
                vpn.put(kind.collection(), List.of(object(kind)));
            }
        }
        return Map.of("definitionsVersion", 1L, "msgVpns", List.of(vpn));
    }

    private static Map<String, Object> object(ObjectKind kind) {
        Map<String, Object> json = new LinkedHashMap<>(others(kind.attributes().defaults()));
        json.put(kind.nameAttribute(), NAMES.getOrDefault(kind, "target"));
        kind.children().forEach(child -> json.put(child.collection(), List.of(object(child))));
        return json;
    }

    /** One for each attribute: some exclude each other. */
    private static List<Map<String, Object>> endpoints(EndpointKind kind) {
        String nameAttribute = kind == EndpointKind.QUEUE ? "queueName" : "topicEndpointName";
        List<Map<String, Object>> all = new ArrayList<>();
        Map<String, Object> target = new LinkedHashMap<>();
        target.put(nameAttribute, "target");
        target.put("deadMsgQueue", "");
        target.put("subscriptions", List.of(Map.of("subscriptionTopic", "!t/*/>")));
        all.add(target);
        others(EndpointSettings.defaults(kind).values()).forEach((attribute, value) -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put(nameAttribute, "with " + attribute);
            json.put(attribute, value);
            if (attribute.equals("partitionCount")) {
                json.put("accessType", "non-exclusive");
            }
            all.add(json);
        });
        return all;
    }

    /** Of each attribute a value that is not its default. */
    private static Map<String, Object> others(AttributeValues defaults) {
        Map<String, Object> others = new LinkedHashMap<>();
        defaults.toStoredMap().forEach((name, value) -> others.put(name, other(name, value, defaults::with)));
        return others;
    }

    private static Object other(String name, Object value, Function<Map<String, Object>, AttributeValues> reader) {
        return candidates(name, value, reader).stream()
                .filter(candidate -> !candidate.equals(value) && isTaken(name, candidate, reader))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no other value is known for attribute " + name));
    }

    private static boolean isTaken(
            String name, Object candidate, Function<Map<String, Object>, AttributeValues> reader) {
        try {
            return candidate.equals(
                    reader.apply(Map.of(name, candidate)).toStoredMap().get(name));
        } catch (InvalidSettingsException no) {
            return false;
        }
    }

    private static List<Object> candidates(
            String name, Object value, Function<Map<String, Object>, AttributeValues> reader) {
        if (value instanceof Boolean flag) {
            return List.of(!flag);
        }
        if (value instanceof Number number) {
            return List.of(number.longValue() + 1, number.longValue() - 1);
        }
        if (name.equals("selector")) {
            return List.of("a = 1");
        }
        if (secrets().stream().anyMatch(secret -> secret.name().equals(name))) {
            return List.of(SECRET);
        }
        List<Object> words = new ArrayList<>(TEXTS);
        try {
            throw new AssertionError(name + " takes a number: " + reader.apply(Map.of(name, 7.5)));
        } catch (InvalidSettingsException refused) {
            String allowed = refused.problems().get(0).text().replaceFirst(".*allowed: ", "");
            words.addAll(Arrays.asList(allowed.split(", ")));
            return words;
        }
    }

    // ---- what becomes of it ----

    @Test
    void everyAttributeComesBackFromAWipeAndAnImport() {
        put(DefinitionsReader.read(everything()), REPLACE);
        Definitions export = exported();
        String before = text(export);

        DefinitionsReader.read(everything())
                .readable()
                .vpns()
                .get(0)
                .endpoints()
                .forEach(
                        endpoint -> assertThat(export.vpns().get(0).endpoints()).contains(endpoint));
        assertThat(export.vpns().get(0).settings())
                .isEqualTo(DefinitionsReader.read(everything())
                        .readable()
                        .vpns()
                        .get(0)
                        .settings());
        everyName().forEach(name -> assertThat(before).contains("\"" + name + "\":"));
        put(ofDefault(""), PRUNE);
        assertThat(text(exported())).doesNotContain("target", "with ", "log");
        put(DefinitionsReader.read(readable(before)), FAIL);

        assertThat(text(exported())).isEqualTo(before);
        broker = broker.restarted();
        assertThat(text(exported())).isEqualTo(before);
    }

    private static Map<String, Object> readable(String json) {
        Map<String, Object> map = new HashMap<>();
        StrictJson.toMap(StrictJson.parse(json, "the export"))
                .forEach((name, value) ->
                        map.put(name, Optional.ofNullable(value).orElseThrow()));
        return map;
    }

    private static List<String> everyName() {
        List<String> names =
                new ArrayList<>(VpnSettings.DEFAULTS.values().toMap().keySet());
        names.addAll(ReplayLogSettings.DEFAULTS.values().toMap().keySet());
        for (EndpointKind kind : EndpointKind.values()) {
            names.addAll(EndpointSettings.defaults(kind).values().toMap().keySet());
        }
        for (ObjectKind kind : ObjectKind.values()) {
            kind.attributes().all().stream()
                    .filter(attribute -> !attribute.isSecret())
                    .map(Attribute::name)
                    .forEach(names::add);
            names.add(kind.nameAttribute());
        }
        return names;
    }

    @Test
    void noSecretIsInAnExportAPlanOrARefusal() {
        Map<String, Object> document = everything();
        ImportPlan plan = put(DefinitionsReader.read(document), REPLACE);

        assertThat(secrets()).isNotEmpty();
        assertThat(text(exported())).doesNotContain(SECRET);
        assertThat(plan.toString()).doesNotContain(SECRET);
        String wrong = "\u0000" + SECRET;
        for (Attribute<?> secret : secrets()) {
            DefinitionsDocument refused = ofDefault(
                    ",'restDeliveryPoints':[{'restDeliveryPointName':'r','restConsumers':[{'restConsumerName':'c','"
                            + secret.name() + "':'" + wrong.replace("\u0000", "\\u0000") + "'}]}]");
            assertThat(refused.problems()).hasSize(1);
            assertThat(refused.problems().toString()).contains(secret.name()).doesNotContain(SECRET);
        }
    }

    private static List<Attribute<?>> secrets() {
        List<Attribute<?>> secrets = new ArrayList<>();
        for (ObjectKind kind : ObjectKind.values()) {
            kind.attributes().all().stream().filter(Attribute::isSecret).forEach(secrets::add);
        }
        return secrets;
    }

    @Test
    void secretsStayWhereAnExportIsImportedOverThem() {
        put(DefinitionsReader.read(everything()), REPLACE);
        String export = text(exported());

        put(
                DefinitionsReader.read(readable(export.replace("\"maxPostWaitTime\":31", "\"maxPostWaitTime\":77"))),
                REPLACE);

        List<ObjectView> consumers = broker.administration.objects().page(ObjectKind.REST_CONSUMER, "target", "", 10);
        assertThat(consumers).hasSize(1);
        assertThat(consumers.get(0).values().toStoredMap()).containsEntry("maxPostWaitTime", 77L);
        for (Attribute<?> secret : secrets()) {
            assertThat(consumers.get(0).values().toStoredMap().get(secret.name()))
                    .isNotEqualTo(secret.defaultValue());
        }
    }

    // ---- what is wrong in it ----

    @Test
    void whatIsWrongInTheLastOfThousandsKeepsAllOfThemOut() {
        long commits = broker.lastCommitNo();
        StringBuilder many = new StringBuilder(",'queues':[");
        for (int i = 0; i < 3_000; i++) {
            many.append("{'queueName':'q").append(i).append("'},");
        }

        ImportPlan plan =
                definitions().importDocument(ofDefault(many + "{'queueName':'last','deadMsgQueue':'nowhere'}]"), FAIL);

        assertThat(plan.applied()).isFalse();
        assertThat(plan.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.text()).contains("deadMsgQueue of queue 'last'"));
        assertThat(broker.lastCommitNo()).isEqualTo(commits);
        assertThat(text(exported())).doesNotContain("\"q0\"");
    }

    /** Each attribute with a value of another type, and with none; each of them is told. */
    @Test
    void everyWrongTypeIsTold() {
        List<String> names = new ArrayList<>(
                EndpointSettings.defaults(EndpointKind.QUEUE).values().toMap().keySet());
        StringBuilder queues = new StringBuilder(",'queues':[{'queueName':'good'}");
        names.forEach(name -> queues.append(",{'queueName':'list ")
                .append(name)
                .append("','")
                .append(name)
                .append("':[1]}")
                .append(",{'queueName':'null ")
                .append(name)
                .append("','")
                .append(name)
                .append("':null}"));

        ImportPlan plan = definitions().importDocument(ofDefault(queues + "]"), FAIL);

        String problems = plan.problems().toString();
        names.forEach(name -> assertThat(problems)
                .contains("queue 'list " + name + "' of VPN 'default': " + name)
                .contains("queue 'null " + name + "' of VPN 'default': " + name));
        assertThat(plan.problems()).hasSize(2 * names.size());
        assertThat(text(exported())).doesNotContain("good");
    }

    @Test
    void whatIsWrongInTheFormOfADocumentIsTold() {
        DefinitionsDocument read = document("{'definitionsVersion':2,'msgVpns':[{'msgVpnName':'default','queues':["
                + "{'queueName':'a','subscriptions':[{'subscriptionTopic':'t'},{'subscriptionTopic':'t'}]},"
                + "{'queueName':'b','subscriptions':[{'subscriptionTopic':'t','colour':1}]}],"
                + "'aclProfiles':[{'aclProfileName':'p','publishTopicExceptions':[{'publishTopicException':'x',"
                + "'publishTopicExceptionSyntax':'mqtt'}]}]}]}");

        assertThat(read.problems().toString())
                .contains("definitionsVersion = 2")
                .contains("subscriptionTopic 't' is there twice")
                .contains("colour = 1")
                .contains("publishTopicExceptionSyntax = mqtt");
    }

    @Test
    void whatCouldNotBeReadMakesNothingSuperfluous() {
        broker.createQueue("there");

        ImportPlan plan =
                definitions().importDocument(ofDefault(",'queues':[{'queueName':'there','colour':1}]"), PRUNE);

        assertThat(plan.problems()).hasSize(1);
        assertThat(plan.changes().toString()).doesNotContain("DELETE");
    }

    @Test
    void whatGoesWithItsOwnerIsInNoExport() {
        broker.vpn.createTemporary(new TemporaryRequest.Queue());

        assertThat(text(exported())).doesNotContain("#TEMP");
    }

    @Test
    void aVpnDeletedSinceItWasReadIsNotMadeAnew() {
        ImportOptions expecting = new ImportOptions(false, false, false, OnConflict.FAIL, Optional.of(exported()));
        isThere = false;

        ImportPlan plan = definitions().importDocument(ofDefault(""), expecting);

        assertThat(plan.applied()).isFalse();
        assertThat(plan.problems().toString()).contains("VPN 'default' was deleted since the definitions were read");
    }
}
