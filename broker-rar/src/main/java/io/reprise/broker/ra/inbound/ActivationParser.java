package io.reprise.broker.ra.inbound;

import static io.reprise.broker.ra.inbound.ActivationProperty.*;
import static io.reprise.broker.ra.inbound.ActivationProperty.FAILURE_PAUSE_INTERVAL;
import static io.reprise.broker.ra.inbound.ActivationProperty.MAX_REDELIVERY;
import static io.reprise.broker.ra.inbound.ActivationProperty.MAX_SEQUENTIAL_DELIVERY_FAILURES;
import static io.reprise.broker.ra.inbound.ActivationProperty.PREFETCH;
import static io.reprise.broker.ra.inbound.ActivationProperty.REDELIVERY_DELAY_ENABLED;
import static io.reprise.broker.ra.inbound.ActivationProperty.REDELIVERY_DELAY_INITIAL_INTERVAL;
import static io.reprise.broker.ra.inbound.ActivationProperty.REDELIVERY_DELAY_MAX_INTERVAL;
import static io.reprise.broker.ra.inbound.ActivationProperty.REDELIVERY_DELAY_MULTIPLIER;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.replay.ReplayLocation;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.VpnName;
import io.reprise.broker.ra.environment.Login;
import io.reprise.broker.ra.jms.DeserializationAllowList;
import io.reprise.broker.ra.jms.ReplayWish;
import io.reprise.broker.ra.jms.SelectorSyntax;
import io.reprise.broker.ra.live.LiveWish;
import jakarta.resource.spi.InvalidPropertyException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From given properties to settings: values, defaults, and what does not go together [spec 4.1]. */
final class ActivationParser {
    private static final int MAX_SESSIONS = 10_000;
    private static final int DEFAULT_SESSIONS = 15;
    private static final int BEANS_PER_PROCESSOR = 4;
    private static final Duration DEFAULT_SETUP_INTERVAL = Duration.ofSeconds(2);
    private static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(30);
    private static final Map<String, EndpointKind> KINDS = Map.of(
            "jakarta.jms.queue", EndpointKind.QUEUE,
            "javax.jms.queue", EndpointKind.QUEUE,
            "queue", EndpointKind.QUEUE,
            "jakarta.jms.topic", EndpointKind.TOPIC_ENDPOINT,
            "javax.jms.topic", EndpointKind.TOPIC_ENDPOINT,
            "topic", EndpointKind.TOPIC_ENDPOINT);
    private static final Map<String, Boolean> DUPS_OK = Map.of(
            "auto-acknowledge", false,
            "auto_acknowledge", false,
            "dups-ok-acknowledge", true,
            "dups_ok_acknowledge", true);
    private static final Map<String, Boolean> DURABLE = Map.of("durable", true, "nondurable", false);

    private static final Map<String, Boolean> DIRECT = Map.of(LiveWish.DIRECT, true, LiveWish.GUARANTEED, false);
    private static final List<ActivationProperty> OF_ENDPOINTS = List.of(
            SUBSCRIPTION_NAME,
            SHARE_SUBSCRIPTIONS,
            SUBSCRIPTIONS,
            PREFETCH,
            MAX_REDELIVERY,
            REDELIVERY_DELAY_ENABLED,
            REDELIVERY_DELAY_INITIAL_INTERVAL,
            REDELIVERY_DELAY_MAX_INTERVAL,
            REDELIVERY_DELAY_MULTIPLIER,
            REPLAY_FROM);

    private final GivenProperties given;

    private ActivationParser(GivenProperties given) {
        this.given = given;
    }

    static ActivationSettings parse(Map<String, String> properties) throws InvalidPropertyException {
        GivenProperties given = new GivenProperties(properties);
        ActivationSettings settings = new ActivationParser(given).settings();
        if (!given.problems().isEmpty()) {
            throw new InvalidPropertyException("activation properties: " + String.join("; ", given.problems()));
        }
        return settings;
    }

    private ActivationSettings settings() {
        ActivationSettings.Flow flow = flow();
        int sessions = flow.live().isPresent() ? 1 : DEFAULT_SESSIONS;
        return new ActivationSettings(
                identity(), destination(), subscription(), flow, delivery(sessions), pause(), setup(), given.remarks());
    }

    private ActivationSettings.Identity identity() {
        return new ActivationSettings.Identity(
                given.parsed(VPN, VpnName::of).map(VpnName::text).orElse(null),
                given.text(CLIENT_ID).orElse(""),
                given.text(CONNECTION_FACTORY_LOOKUP).orElse(""),
                login());
    }

    private Login login() {
        Optional<String> user = given.text(USER);
        Optional<String> password = given.text(PASSWORD);
        if (user.isPresent() && password.isEmpty()) {
            given.contradiction(PASSWORD, USER, "a user has a password");
        }
        if (user.isEmpty() && password.isPresent()) {
            given.contradiction(USER, PASSWORD, "a password is a user's");
        }
        return user.isEmpty() ? Login.NONE : new Login(user.get(), password.orElse(""));
    }

    private ActivationSettings.Destination destination() {
        String plain = given.text(DESTINATION).orElse("");
        String lookup = given.text(DESTINATION_LOOKUP).orElse("");
        boolean lookedUp = given.flag(USE_JNDI, true);
        if (plain.isEmpty() && lookup.isEmpty()) {
            given.problem(DESTINATION, "", "missing; allowed: this or " + DESTINATION_LOOKUP.key());
        }
        if (!plain.isEmpty() && !lookup.isEmpty() && !plain.equals(lookup)) {
            given.contradiction(DESTINATION_LOOKUP, DESTINATION, "one of them");
        }
        if (!lookup.isEmpty() && !lookedUp) {
            given.contradiction(DESTINATION_LOOKUP, USE_JNDI, "a name that is looked up, or none");
        }
        return new ActivationSettings.Destination(lookup.isEmpty() ? plain : lookup, kind(), lookedUp);
    }

    private @Nullable EndpointKind kind() {
        return given.oneOf(DESTINATION_TYPE, KINDS).orElse(null);
    }

    private ActivationSettings.Subscription subscription() {
        boolean durable = given.oneOf(SUBSCRIPTION_DURABILITY, DURABLE).orElse(false);
        boolean shared = given.flag(SHARE_SUBSCRIPTIONS, false);
        boolean named = given.text(SUBSCRIPTION_NAME).isPresent();
        if (durable && !named) {
            given.contradiction(SUBSCRIPTION_NAME, SUBSCRIPTION_DURABILITY, "a durable subscription has a name");
        }
        if (shared && !named) {
            given.contradiction(SUBSCRIPTION_NAME, SHARE_SUBSCRIPTIONS, "a shared subscription has a name");
        }
        List<TopicFilter> filters =
                given.parsed(SUBSCRIPTIONS, ActivationParser::filters).orElse(List.of());
        String name = durable || shared ? given.text(SUBSCRIPTION_NAME).orElse("") : "";
        return new ActivationSettings.Subscription(durable, name, shared, filters, given.flag(AUTO_CREATE, false));
    }

    private static List<TopicFilter> filters(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .map(TopicFilter::of)
                .distinct()
                .toList();
    }

    private ActivationSettings.Flow flow() {
        RedeliveryOverride redelivery = new RedeliveryOverride(
                given.attribute(MAX_REDELIVERY, EndpointAttributes.MAX_REDELIVERY)
                        .map(Math::toIntExact),
                given.attribute(REDELIVERY_DELAY_ENABLED, EndpointAttributes.REDELIVERY_DELAY_ENABLED),
                given.attribute(
                        REDELIVERY_DELAY_INITIAL_INTERVAL, EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL),
                given.attribute(REDELIVERY_DELAY_MAX_INTERVAL, EndpointAttributes.REDELIVERY_DELAY_MAX_INTERVAL),
                given.attribute(REDELIVERY_DELAY_MULTIPLIER, EndpointAttributes.REDELIVERY_DELAY_MULTIPLIER)
                        .map(Math::toIntExact));
        return new ActivationSettings.Flow(
                given.parsed(MESSAGE_SELECTOR, SelectorSyntax::checked).orElse(""),
                given.attribute(PREFETCH, EndpointAttributes.PREFETCH).orElse(Prefetch.INHERIT),
                redelivery,
                replay(),
                live());
    }

    /** Any of its properties makes it one. */
    private Optional<LiveWish> live() {
        boolean asked = given.text(SNAPSHOT).isPresent()
                || given.text(HISTORY).isPresent()
                || given.text(CONFLATE).isPresent();
        Optional<Boolean> direct = given.oneOf(TOPIC_DELIVERY, DIRECT);
        if (asked && direct.equals(Optional.of(false))) {
            given.contradiction(TOPIC_DELIVERY, asked(), "it is a live subscriber's");
        }
        boolean snapshot = given.flag(SNAPSHOT, true);
        int history = given.number(HISTORY, 0, Integer.MAX_VALUE, 0);
        Duration conflation = given.duration(CONFLATE, Duration.ofMillis(1)).orElse(Duration.ZERO);
        if (history > 0 && !snapshot) {
            given.contradiction(SNAPSHOT, HISTORY, "a subject without history has its snapshot for it");
        }
        if (!asked && !direct.orElse(false)) {
            return Optional.empty();
        }
        refuseOfEndpoints();
        return Optional.of(LiveWish.of(history, snapshot, conflation));
    }

    private ActivationProperty asked() {
        return given.text(SNAPSHOT).isPresent() ? SNAPSHOT : given.text(HISTORY).isPresent() ? HISTORY : CONFLATE;
    }

    /** What has a meaning only where there is an endpoint. */
    private void refuseOfEndpoints() {
        for (ActivationProperty property : OF_ENDPOINTS) {
            if (given.text(property).isPresent()) {
                given.contradiction(property, TOPIC_DELIVERY, "a live subscriber has no endpoint");
            }
        }
    }

    private Optional<ReplayWish> replay() {
        Optional<String> from = given.text(REPLAY_FROM);
        Optional<ReplayLocation> location = given.parsed(REPLAY_FROM, ActivationParser::location);
        Optional<String> id = given.parsed(REPLAY_ID, ActivationParser::replayId);
        if (from.isPresent() && given.text(REPLAY_ID).isEmpty()) {
            given.contradiction(REPLAY_FROM, REPLAY_ID, "a replay has a name, by which it is done once only");
        }
        if (from.isEmpty() && id.isPresent()) {
            given.contradiction(REPLAY_ID, REPLAY_FROM, "it names a replay, and none is wanted");
        }
        return from.flatMap(text -> location.flatMap(found -> id.map(name -> new ReplayWish(text, found, name))));
    }

    private static ReplayLocation location(String text) {
        try {
            return ReplayLocation.parse(REPLAY_FROM.key(), text);
        } catch (BrokerException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    private static String replayId(String text) {
        if (!ReplayWish.isId(text)) {
            throw new IllegalArgumentException("too long");
        }
        return text;
    }

    /** @param sessions what is usual */
    private ActivationSettings.Delivery delivery(int sessions) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ActivationSettings.Delivery(
                given.oneOf(ACKNOWLEDGE_MODE, DUPS_OK).orElse(false),
                given.number(MAX_SESSION, 1, MAX_SESSIONS, Math.min(sessions, BEANS_PER_PROCESSOR * processors)),
                given.duration(TRANSACTION_TIMEOUT, Duration.ofSeconds(1)).orElse(Duration.ZERO),
                given.duration(STOP_TIMEOUT, Duration.ofMillis(1)).orElse(DEFAULT_STOP_TIMEOUT),
                given.parsed(DESERIALIZATION_ALLOW_LIST, DeserializationAllowList::parse)
                        .orElse(DeserializationAllowList.EVERYTHING));
    }

    private ActivationSettings.Pause pause() {
        int failures = given.number(MAX_SEQUENTIAL_DELIVERY_FAILURES, 0, Integer.MAX_VALUE, 0);
        Duration interval =
                given.duration(FAILURE_PAUSE_INTERVAL, Duration.ofMillis(1)).orElse(Duration.ZERO);
        if (failures == 0 && !interval.isZero()) {
            given.contradiction(FAILURE_PAUSE_INTERVAL, MAX_SEQUENTIAL_DELIVERY_FAILURES, "it is never paused");
        }
        return new ActivationSettings.Pause(failures, interval);
    }

    private ActivationSettings.Setup setup() {
        Duration interval = given.duration(SETUP_INTERVAL, Duration.ofMillis(1))
                .or(() -> given.duration(RECONNECT_INTERVAL, Duration.ofSeconds(1)))
                .orElse(DEFAULT_SETUP_INTERVAL);
        if (interval.isZero()) {
            given.problem(SETUP_INTERVAL, "0", "allowed: more than 0");
        }
        return new ActivationSettings.Setup(given.number(SETUP_ATTEMPTS, -1, Integer.MAX_VALUE, -1), interval);
    }
}
