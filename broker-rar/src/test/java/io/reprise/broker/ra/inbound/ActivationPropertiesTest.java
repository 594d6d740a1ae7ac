package io.reprise.broker.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.ra.environment.Login;
import io.reprise.broker.ra.inbound.ActivationProperty.Support;
import io.reprise.broker.ra.jms.ReplayWish;
import jakarta.resource.spi.InvalidPropertyException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActivationPropertiesTest {
    @Test
    void aDestinationAloneIsEnough() throws Exception {
        ActivationSettings settings = parse(Map.of());

        assertThat(settings.destination().name()).isEqualTo("q");
        assertThat(settings.destination().kind()).isNull();
        assertThat(settings.delivery().dupsOk()).isFalse();
        assertThat(settings.delivery().maxSession()).isBetween(1, 15);
        assertThat(settings.setup().allows(1_000_000)).isTrue();
        assertThat(settings.subscription().autoCreate()).isFalse();
        assertThat(settings.remarks()).isEmpty();
    }

    @Test
    void aMissingDestinationIsNamed() {
        assertThatThrownBy(() -> ActivationParser.parse(Map.of()))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("destination = ''")
                .hasMessageContaining("destinationLookup");
    }

    @Test
    void allProblemsAreToldTogetherWithPropertyValueAndWhatIsAllowed() {
        assertThatThrownBy(() -> parse(Map.of("maxSession", "0", "acknowledgeMode", "Client", "autoCreate", "maybe")))
                .hasMessageContaining("maxSession = '0': allowed: 1–10000")
                .hasMessageContaining("acknowledgeMode = 'Client': allowed: `Auto-acknowledge`")
                .hasMessageContaining("autoCreate = 'maybe'");
    }

    static Stream<ActivationProperty> notBuilt() {
        return Arrays.stream(ActivationProperty.values()).filter(property -> property.support() == Support.NOT_BUILT);
    }

    @ParameterizedTest
    @MethodSource("notBuilt")
    void whatIsNotBuiltIsRefusedByName(ActivationProperty property) {
        assertThatThrownBy(() -> parse(Map.of(property.key(), "7")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(property.key() + " = '")
                .hasMessageContaining("': not supported by this version");
    }

    @Test
    void whoConsumesIsSaidByUserAndPassword() throws Exception {
        assertThat(parse(Map.of("user", "shop", "password", "secret"))
                        .identity()
                        .login())
                .isEqualTo(new Login("shop", "secret"));
        assertThat(parse(Map.of("userName", "shop", "password", "secret")).shown())
                .contains("user=shop")
                .doesNotContain("secret");
        assertThat(parse(Map.of()).identity().login()).isEqualTo(Login.NONE);
    }

    @Test
    void aUserWithoutPasswordAndAPasswordWithoutUserAreRefused() {
        assertThatThrownBy(() -> parse(Map.of("user", "shop"))).hasMessageContaining("a user has a password");
        assertThatThrownBy(() -> parse(Map.of("password", "secret")))
                .hasMessageContaining("a password is a user's")
                .message()
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @MethodSource("notBuilt")
    void whatIsNotBuiltMayBeSetToItsDefault(ActivationProperty property) throws Exception {
        parse(Map.of(property.key(), property.defaultText()));
    }

    @ParameterizedTest
    @CsvSource({
        "maxSessions, 3",
        "endpointPoolMaxSize, 3",
        "maxSession, 3",
    })
    void sessionsGoByTheNamesOfOtherAdapters(String name, String value) throws Exception {
        assertThat(parse(Map.of(name, value)).delivery().maxSession()).isEqualTo(3);
    }

    @Test
    void anAliasThatSaysSomethingElseIsAContradiction() {
        assertThatThrownBy(() -> parse(Map.of("maxSession", "3", "maxSessions", "4")))
                .hasMessageContaining("given twice");
    }

    @ParameterizedTest
    @CsvSource({
        "jakarta.jms.Queue, QUEUE", "javax.jms.Queue, QUEUE", "Queue, QUEUE",
        "jakarta.jms.Topic, TOPIC_ENDPOINT", "javax.jms.Topic, TOPIC_ENDPOINT", "topic, TOPIC_ENDPOINT",
    })
    void destinationTypesGoByShortAndOldNames(String type, EndpointKind kind) throws Exception {
        assertThat(parse(Map.of("destinationType", type)).destination().kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"30, PT30S", "PT2M, PT2M", "0, PT0S"})
    void aTransactionTimeoutCountsInSeconds(String given, Duration expected) throws Exception {
        assertThat(parse(Map.of("transactionTimeout", given)).delivery().transactionTimeout())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"setupInterval, 500, PT0.5S", "setupInterval, PT5S, PT5S", "reconnectInterval, 5, PT5S"})
    void aSetupIntervalCountsInMillisecondsAndTheOldNameInSeconds(String name, String given, Duration expected)
            throws Exception {
        assertThat(parse(Map.of(name, given)).setup().interval()).isEqualTo(expected);
    }

    @Test
    void aSelectorIsReadBeforeThereIsAnEngine() throws Exception {
        assertThat(parse(Map.of("messageSelector", "NOT a > 1 OR b = 'x'"))
                        .flow()
                        .selector())
                .isEqualTo("NOT a > 1 OR b = 'x'");
        assertThatThrownBy(() -> parse(Map.of("messageSelector", "a = 1 AND")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("messageSelector = 'a = 1 AND': ")
                .hasMessageContaining("line 1, column 9");
    }

    @ParameterizedTest
    @CsvSource({"none, -1", "None, -1", "0, 0", "1, 1", "1000000, 1000000"})
    void prefetchIsNoneInheritedOrACount(String given, int expected) throws Exception {
        assertThat(parse(Map.of("prefetch", given)).flow().prefetch()).isEqualTo(new Prefetch(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "prefetch, -1, 'none, 0–1000000 messages'",
        "prefetch, some, 'none, 0–1000000 messages'",
        "prefetch, 1.5, 'none, 0–1000000 messages'",
        "maxRedelivery, 257, 0–256 deliveries",
        "maxRedelivery, -1, 0–256 deliveries",
        "redeliveryDelayEnabled, yes, 'true, false'",
        "redeliveryDelayInitialInterval, 0, 1–3600000 ms",
        "redeliveryDelayInitialInterval, 3600001, 1–3600000 ms",
        "redeliveryDelayMaxInterval, 0, 1–10800000 ms",
        "redeliveryDelayMaxInterval, 10800001, 1–10800000 ms",
        "redeliveryDelayMultiplier, 99, 100–500 × 0.01",
        "redeliveryDelayMultiplier, 501, 100–500 × 0.01",
    })
    void whatAnEndpointWouldRefuseIsRefusedWithItsRange(String name, String given, String allowed) {
        assertThatThrownBy(() -> parse(Map.of(name, given)))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(name + " = '" + given + "': allowed: " + allowed);
    }

    @Test
    void redeliveryIsTheEndpointsWhereNothingIsSaid() throws Exception {
        assertThat(parse(Map.of()).flow().redelivery()).isEqualTo(RedeliveryOverride.NONE);
        assertThat(parse(Map.of("maxRedelivery", "0")).flow().redelivery())
                .as("no limit is something said")
                .isNotEqualTo(RedeliveryOverride.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "beginning, Beginning[]",
        "1735689600, 2025-01-01T00:00:00Z",
        "2026-11-30T10:00:00+01:00, 2026-11-30T09:00:00Z",
        "-PT20M, PT20M",
        "rmid1:00000-00000000007-00000000-0000002a, rmid1:00000-00000000007-00000000-0000002a"
    })
    void aReplayBeginsSomewhereAndHasAName(String from, String shown) throws Exception {
        ActivationSettings settings = parse(Map.of("replayFrom", from, "replayId", "audit 2026"));

        ReplayWish wish = settings.flow().replay().orElseThrow();
        assertThat(wish.from().toString()).contains(shown);
        assertThat(wish.id()).isEqualTo("audit 2026");
        assertThat(settings.shown()).contains("replayFrom=" + from + ", replayId=audit 2026");
    }

    @Test
    void noReplayIsWantedIfNoneIsNamed() throws Exception {
        assertThat(parse(Map.of()).flow().replay()).isEmpty();
        assertThat(parse(Map.of()).shown()).doesNotContain("replay");
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2026-11-30T10:00:00", "PT20M", "rmid1:7", "1735689600000"})
    void aReplayFromNowhereIsNamedWithWhatIsAllowed(String from) {
        assertThatThrownBy(() -> parse(Map.of("replayFrom", from, "replayId", "x")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("replayFrom = '" + from + "': allowed: beginning, whole unix seconds")
                .hasMessageContaining("-PT20M")
                .hasMessageContaining("rmid1:");
    }

    @Test
    void aReplayWithoutANameAndANameWithoutAReplayAreRefused() {
        assertThatThrownBy(() -> parse(Map.of("replayFrom", "beginning")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("replayFrom = 'beginning': contradicts replayId = ''");
        assertThatThrownBy(() -> parse(Map.of("replayId", "x")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("replayId = 'x': contradicts replayFrom = ''");
        assertThatThrownBy(() -> parse(Map.of("replayFrom", "beginning", "replayId", "x".repeat(201))))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("xxx': allowed: 1–200 characters");
    }

    @ParameterizedTest
    @CsvSource({
        "topicDelivery, direct, Snapshot",
        "topicDelivery, Direct, Snapshot",
        "snapshot, true, Snapshot",
        "snapshot, false, Nothing",
        "history, 5, newest=5",
        "history, 0, Snapshot",
        "conflate, PT0.5S, PT0.5S",
        "conflate, 500, PT0.5S"
    })
    void anyOfItsPropertiesMakesALiveSubscriber(String name, String given, String shown) throws Exception {
        ActivationSettings settings = parse(Map.of(name, given));

        assertThat(settings.flow().live().orElseThrow().toString()).contains(shown);
        assertThat(settings.shown()).contains("topicDelivery=direct");
        assertThat(settings.delivery().maxSession()).isEqualTo(1);
    }

    @Test
    void aLiveSubscriberMayHaveMoreSessionsAndNoneIsOneUnasked() throws Exception {
        assertThat(parse(Map.of("topicDelivery", "direct", "maxSession", "4"))
                        .delivery()
                        .maxSession())
                .isEqualTo(4);
        assertThat(parse(Map.of("topicDelivery", "guaranteed")).flow().live()).isEmpty();
        assertThat(parse(Map.of()).flow().live()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "topicDelivery, often, '`guaranteed`, `direct`'",
        "history, -1, 0–2147483647",
        "conflate, -1, milliseconds",
        "snapshot, maybe, '`true`, `false`'"
    })
    void whatALiveSubscriberCantWantIsNamedWithWhatIsAllowed(String name, String given, String allowed) {
        assertThatThrownBy(() -> parse(Map.of(name, given)))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(name + " = '" + given + "': allowed: " + allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "topicDelivery, guaranteed, history, 5, topicDelivery = 'guaranteed': contradicts history = '5'",
        "snapshot, false, history, 5, snapshot = 'false': contradicts history = '5'",
        "topicDelivery, direct, prefetch, 5, prefetch = '5': contradicts topicDelivery = 'direct'",
        "topicDelivery, direct, maxRedelivery, 5, maxRedelivery = '5': contradicts topicDelivery = 'direct'",
        "topicDelivery, direct, subscriptionName, s, subscriptionName = 's': contradicts topicDelivery",
        "shareSubscriptions, true, destinationType, Topic, subscriptionName = '': contradicts shareSubscriptions"
    })
    void whatDoesNotGoTogetherOnATopicIsNamed(String name, String given, String other, String value, String problem) {
        assertThatThrownBy(() -> parse(Map.of(name, given, other, value)))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void contradictionsAreNamedWithBothProperties() {
        assertThatThrownBy(() -> parse(Map.of("destinationLookup", "java:/other")))
                .hasMessageContaining("destinationLookup = 'java:/other': contradicts destination = 'q'");
        assertThatThrownBy(() -> parse(Map.of("subscriptionDurability", "Durable")))
                .hasMessageContaining("subscriptionName");
    }

    @Test
    void aBadFilterIsNamed() {
        assertThatThrownBy(() -> parse(Map.of("subscriptions", "a/b, " + "x".repeat(300))))
                .hasMessageContaining("subscriptions = ")
                .hasMessageContaining("1–250");
    }

    @Test
    void oldNamesWithoutMeaningAreRemarkedUpon() throws Exception {
        assertThat(parse(Map.of("useDLQ", "true")).remarks()).containsExactly("useDLQ = 'true' has no meaning here");
    }

    @ParameterizedTest
    @EnumSource
    void everyPropertyAndAliasIsABeanPropertyOfTheSpec(ActivationProperty property) throws Exception {
        List<String> names = Arrays.stream(
                        Introspector.getBeanInfo(RepriseActivationSpec.class).getPropertyDescriptors())
                .filter(descriptor -> descriptor.getWriteMethod() != null)
                .map(PropertyDescriptor::getName)
                .toList();

        assertThat(names).contains(property.key()).containsAll(property.aliases());
    }

    @Test
    void theSpecKeepsIdentityEquality() {
        assertThat(new RepriseActivationSpec()).isNotEqualTo(new RepriseActivationSpec());
    }

    @Test
    void documentIsCurrent() throws IOException {
        Path file = Path.of("..", "docs", "activation-properties.md");
        String page = ActivationPropertiesPage.text();
        if ("write".equals(System.getProperty("reprise.docs"))) {
            Files.writeString(file, page);
        }
        assertThat(Files.exists(file) ? Files.readString(file) : "")
                .as("stale; produce it with: mvn test -Dreprise.docs=write")
                .isEqualTo(page);
    }

    private static ActivationSettings parse(Map<String, String> more) throws InvalidPropertyException {
        Map<String, String> all = new HashMap<>(more);
        all.putIfAbsent("destination", "q");
        return ActivationParser.parse(all);
    }
}
