package io.reprise.broker.model.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.documentation.MarkdownTable;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeProblem;
import io.reprise.broker.model.settings.InvalidSettingsException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointSettingsTest {
    private static final EndpointSettings QUEUE = EndpointSettings.defaults(EndpointKind.QUEUE);
    private static final EndpointSettings TOPIC_ENDPOINT = EndpointSettings.defaults(EndpointKind.TOPIC_ENDPOINT);

    @Test
    void queueHasTheDefaultsOfTheSpecification() {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("accessType", "exclusive");
        expected.put("permission", "no-access");
        expected.put("owner", "");
        expected.put("ingressEnabled", false);
        expected.put("egressEnabled", false);
        expected.put("maxMsgSpoolUsage", 5000L);
        expected.put("maxMsgSize", 10_000_000L);
        expected.put("maxBindCount", 1000L);
        expected.put("maxDeliveredUnackedMsgsPerFlow", 10_000L);
        expected.put("prefetch", 0L);
        expected.put("maxRedelivery", 0L);
        expected.put("redeliveryEnabled", true);
        expected.put("maxRedeliveryCount", 0L);
        expected.put("redeliveryDelayEnabled", false);
        expected.put("redeliveryDelayInitialInterval", 1000L);
        expected.put("redeliveryDelayMaxInterval", 64_000L);
        expected.put("redeliveryDelayMultiplier", 200L);
        expected.put("deliveryDelay", 0L);
        expected.put("maxTtl", 0L);
        expected.put("respectTtlEnabled", false);
        expected.put("deadMsgQueue", "#DEAD_MSG_QUEUE");
        expected.put("respectDmqEligibleEnabled", false);
        expected.put("rejectMsgToSenderOnDiscardBehavior", "when-queue-enabled");
        expected.put("rejectLowPriorityMsgEnabled", false);
        expected.put("rejectLowPriorityMsgLimit", 0L);
        expected.put("respectMsgPriorityEnabled", false);
        expected.put("overflowPolicy", "reject");
        expected.put("partitionCount", 0L);

        assertThat(QUEUE.toMap()).containsExactlyEntriesOf(expected);
    }

    @Test
    void topicEndpointUsesItsOwnNamesAndDefaults() {
        assertThat(TOPIC_ENDPOINT.toMap())
                .contains(
                        entry("maxSpoolUsage", 5000L),
                        entry("maxBindCount", 1L),
                        entry("rejectMsgToSenderOnDiscardBehavior", "never"))
                .doesNotContainKeys("maxMsgSpoolUsage", "partitionCount");
        assertThat(TOPIC_ENDPOINT
                        .with(Map.of("rejectMsgToSenderOnDiscardBehavior", "when-topic-endpoint-enabled"))
                        .rejectMsgToSender())
                .isEqualTo(RejectToSender.WHEN_ENABLED);
        assertThatThrownBy(() -> TOPIC_ENDPOINT.with(Map.of("maxMsgSpoolUsage", 1)))
                .hasMessageContaining("maxMsgSpoolUsage = 1; allowed: no such attribute of a topic endpoint");
        assertThatThrownBy(
                        () -> TOPIC_ENDPOINT.with(Map.of("rejectMsgToSenderOnDiscardBehavior", "when-queue-enabled")))
                .hasMessageContaining("allowed: never, when-topic-endpoint-enabled, always");
    }

    @Test
    void topicEndpointsAloneHaveASelector() {
        assertThat(TOPIC_ENDPOINT.with(Map.of("selector", "a = 1")).selector()).isEqualTo("a = 1");
        assertThat(TOPIC_ENDPOINT.toMap()).contains(entry("selector", ""));
        assertThat(QUEUE.selector()).isEmpty();
        assertThatThrownBy(() -> QUEUE.with(Map.of("selector", "a = 1")))
                .hasMessageContaining("selector = 'a = 1'; allowed: no such attribute of a queue");
    }

    @Test
    void clientCreatedEndpointIsSwitchedOnAndRespectsTimesToLive() {
        EndpointSettings settings = EndpointSettings.clientCreated(EndpointKind.QUEUE);

        assertThat(settings.ingressEnabled()).isTrue();
        assertThat(settings.egressEnabled()).isTrue();
        assertThat(settings.respectTtlEnabled()).isTrue();
    }

    @Test
    void valuesHaveTheirTypes() {
        EndpointSettings settings = QUEUE.with(Map.of(
                "accessType",
                "non-exclusive",
                "permission",
                "consume",
                "owner",
                "anna",
                "maxMsgSpoolUsage",
                7,
                "maxMsgSize",
                30_000_000,
                "maxTtl",
                60,
                "rejectLowPriorityMsgLimit",
                4_294_967_295L));

        assertThat(settings.accessType()).isEqualTo(AccessType.NON_EXCLUSIVE);
        assertThat(settings.permission().includes(Permission.READ_ONLY)).isTrue();
        assertThat(settings.permission().includes(Permission.DELETE)).isFalse();
        assertThat(settings.owner()).isEqualTo("anna");
        assertThat(settings.maxSpoolBytes()).isEqualTo(7_000_000);
        assertThat(settings.maxMsgSizeBytes()).isEqualTo(30_000_000);
        assertThat(settings.maxTtl()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.rejectLowPriorityMsgLimit()).isEqualTo(4_294_967_295L);
        assertThat(settings.deadMsgQueue()).contains(EndpointName.DEAD_MESSAGE_QUEUE);
        assertThat(settings.prefetch()).isEqualTo(Prefetch.INHERIT);
        assertThat(settings.isLastValueQueue()).isFalse();
        assertThat(QUEUE.with(Map.of("maxMsgSpoolUsage", 0)).isLastValueQueue()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void ownJsonFormIsAccepted(EndpointKind kind) {
        EndpointSettings settings = EndpointSettings.clientCreated(kind);

        assertThat(EndpointSettings.defaults(kind).with(settings.toMap())).isEqualTo(settings);
    }

    @Test
    void changeLeavesTheOriginalAndTheOtherAttributesAlone() {
        EndpointSettings changed = QUEUE.with(EndpointAttributes.MAX_BIND_COUNT, 5L);

        assertThat(changed.maxBindCount()).isEqualTo(5);
        assertThat(QUEUE.maxBindCount()).isEqualTo(1000);
        assertThat(changed.with(EndpointAttributes.MAX_BIND_COUNT, 1000L)).isEqualTo(QUEUE);
    }

    @Test
    void reportsAllProblemsTogetherByNameValueAndAllowed() {
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("maxBindCount", 10_001);
        change.put("ingressEnabled", "yes");
        change.put("maxMsgSize", null);
        change.put("colour", "red");
        change.put("maxTtl", 10);

        assertThatThrownBy(() -> QUEUE.with(change))
                .isInstanceOfSatisfying(InvalidSettingsException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER);
                    assertThat(e.problems())
                            .extracting(AttributeProblem::attribute)
                            .containsExactly("maxBindCount", "ingressEnabled", "maxMsgSize", "colour");
                })
                .hasMessage("settings of a queue: maxBindCount = 10001; allowed: 0–10000"
                        + " | ingressEnabled = 'yes'; allowed: true, false"
                        + " | maxMsgSize = null; allowed: 0–30000000 bytes"
                        + " | colour = 'red'; allowed: no such attribute of a queue");
    }

    @Test
    void takesWholeNumbersOfAnyJavaTypeAndNoOthers() {
        for (Number five : new Number[] {5, 5L, (short) 5, BigInteger.valueOf(5), new BigDecimal("5.0")}) {
            assertThat(QUEUE.with(Map.of("maxBindCount", five)).maxBindCount()).isEqualTo(5);
        }
        for (Object other : new Object[] {5.5, "5", Double.NaN, new BigInteger("99999999999999999999"), true, -1}) {
            assertThatThrownBy(() -> QUEUE.with(Map.of("maxBindCount", other)))
                    .isInstanceOf(InvalidSettingsException.class);
        }
    }

    @Test
    void outOfRangeIsInvalid() {
        assertThatThrownBy(() -> QUEUE.with(Map.of("partitionCount", 1001)))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
        assertThatThrownBy(() -> QUEUE.with(Map.of("deadMsgQueue", "a*"))).hasMessageContaining("a queue name");
        assertThatThrownBy(() -> QUEUE.with(Map.of("prefetch", "some"))).hasMessageContaining("none, 0–1000000");
    }

    @Test
    void attributesOfOtherBrokersAreAcceptedAtTheirDefaultOnly() {
        assertThat(QUEUE.with(Map.of(
                        "consumerAckPropagationEnabled",
                        true,
                        "partitionRebalanceDelay",
                        5,
                        "eventBindCountThreshold",
                        Map.of("setPercent", 80, "clearPercent", 60))))
                .isEqualTo(QUEUE);
        assertThatThrownBy(() -> QUEUE.with(Map.of("deliveryCountEnabled", true)))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining("deliveryCountEnabled");
        assertThatThrownBy(() -> TOPIC_ENDPOINT.with(Map.of("partitionRebalanceDelay", 5)))
                .hasMessageContaining("no such attribute of a topic endpoint");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 256})
    void redeliveryViewComesBackAsTheSameTotalOfDeliveries(long maxRedelivery) {
        Map<String, Object> view = Map.of(
                "redeliveryEnabled", RedeliveryView.enabled(maxRedelivery),
                "maxRedeliveryCount", RedeliveryView.count(maxRedelivery));

        for (long current : new long[] {0, 1, 7}) {
            assertThat(changedDeliveries(current, view)).isEqualTo(maxRedelivery);
        }
    }

    @Test
    void redeliveryViewChangesWhatItSpeaksOf() {
        assertThat(changedDeliveries(7, Map.of())).isEqualTo(7);
        assertThat(changedDeliveries(7, Map.of("redeliveryEnabled", true))).isEqualTo(7);
        assertThat(changedDeliveries(7, Map.of("redeliveryEnabled", false))).isEqualTo(1);
        assertThat(changedDeliveries(1, Map.of("redeliveryEnabled", true))).isZero();
        assertThat(changedDeliveries(7, Map.of("maxRedeliveryCount", 0))).isZero();
        assertThat(changedDeliveries(1, Map.of("maxRedeliveryCount", 0))).isEqualTo(1);
        assertThat(changedDeliveries(0, Map.of("maxRedeliveryCount", 4))).isEqualTo(5);
    }

    @Test
    void redeliveryViewThatContradictsIsRefused() {
        assertThatThrownBy(() -> QUEUE.with(Map.of("redeliveryEnabled", false, "maxRedeliveryCount", 3)))
                .hasMessageContaining("maxRedeliveryCount = 3; allowed: 0 with redeliveryEnabled = false");
        assertThatThrownBy(() -> QUEUE.with(Map.of("maxRedelivery", 0, "redeliveryEnabled", false)))
                .hasMessageContaining("maxRedelivery = 0; allowed: 1, as redeliveryEnabled and maxRedeliveryCount say");
    }

    @Test
    void prefetchInheritsUntilSomebodySaysANumberOrNone() {
        assertThat(QUEUE.with(Map.of("prefetch", "none")).prefetch()).isEqualTo(Prefetch.NONE);
        assertThat(Prefetch.INHERIT.over(Prefetch.INHERIT).ahead(EndpointKind.QUEUE))
                .isEqualTo(5);
        assertThat(Prefetch.INHERIT.over(Prefetch.INHERIT).ahead(EndpointKind.TOPIC_ENDPOINT))
                .isEqualTo(64);
        assertThat(Prefetch.INHERIT.over(new Prefetch(7)).ahead(EndpointKind.QUEUE))
                .isEqualTo(7);
        assertThat(Prefetch.NONE.over(new Prefetch(7)).ahead(EndpointKind.QUEUE))
                .isZero();
        assertThat(new Prefetch(9).over(Prefetch.NONE).ahead(EndpointKind.QUEUE))
                .isEqualTo(9);
    }

    @Test
    void documentIsCurrent() {
        CheckedInDocument.named("endpoint-settings.md").mustBe(page());
    }

    private static long changedDeliveries(long current, Map<String, Object> change) {
        return RedeliveryView.changed(current, change, Collections.emptyList());
    }

    private static String page() {
        MarkdownTable table = new MarkdownTable("Attribute", "Allowed", "Default", "Topic endpoint", "Meaning");
        for (EndpointAttribute<?> attribute : EndpointAttributes.ALL) {
            row(table, attribute);
        }
        return """
                # Settings of queues and topic endpoints

                Produced from `EndpointAttributes`; do not edit. Where *topic endpoint* is empty, name, values and default are as on a
                queue. `redeliveryEnabled` and
                `maxRedeliveryCount` are accepted and shown as a view of `maxRedelivery`.

                """ + table;
    }

    private static <T> void row(MarkdownTable table, EndpointAttribute<T> attribute) {
        Attribute<T> onQueues = attribute.on(EndpointKind.QUEUE);
        Attribute<T> onTopicEndpoints = attribute.on(EndpointKind.TOPIC_ENDPOINT);
        table.row(
                "`" + attribute + "`",
                Objects.requireNonNull(onQueues == null ? onTopicEndpoints : onQueues)
                        .allowed(),
                onQueues == null ? "none" : shown(onQueues),
                onTopicEndpoints == null ? "none" : difference(onTopicEndpoints, onQueues),
                attribute.text());
    }

    private static <T> String difference(Attribute<T> onTopicEndpoints, @Nullable Attribute<T> onQueues) {
        if (onQueues == null) {
            return "default " + shown(onTopicEndpoints);
        }
        StringBuilder text = new StringBuilder();
        if (!onTopicEndpoints.name().equals(onQueues.name())) {
            text.append("`").append(onTopicEndpoints.name()).append("` ");
        }
        if (!onTopicEndpoints.allowed().equals(onQueues.allowed())) {
            text.append(onTopicEndpoints.allowed()).append("; ");
        }
        if (!shown(onTopicEndpoints).equals(shown(onQueues))) {
            text.append("default ").append(shown(onTopicEndpoints));
        }
        return text.toString().strip();
    }

    private static <T> String shown(Attribute<T> attribute) {
        Object json = attribute.write(attribute.defaultValue());
        return json.equals("") ? "`\"\"`" : "`" + json + "`";
    }
}
