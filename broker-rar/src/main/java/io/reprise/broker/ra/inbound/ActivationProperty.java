package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.endpoint.EndpointAttribute;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.replay.ReplayLocation;
import io.reprise.broker.ra.jms.ReplayWish;
import io.reprise.broker.ra.live.LiveWish;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Every activation property, declared once [spec 4.1]: name, what is allowed, default, other names it goes by, and what it does.
 * {@code docs/activation-properties.md} is produced from here.
 */
public enum ActivationProperty {
    DESTINATION(
            "destination",
            "text",
            "",
            "A bound `jakarta.jms` Queue or Topic by its JNDI name; otherwise the text after the last `/` is the name."),
    DESTINATION_LOOKUP("destinationLookup", "text", "", "The same; the standard name for a JNDI name."),
    DESTINATION_TYPE(
            "destinationType",
            "`jakarta.jms.Queue`, `jakarta.jms.Topic`, `javax.jms.Queue`, `javax.jms.Topic`, `Queue`, `Topic`",
            "what the bound object is, else a queue",
            "The kind of destination."),
    ACKNOWLEDGE_MODE(
            "acknowledgeMode",
            "`Auto-acknowledge`, `Dups-ok-acknowledge`",
            "Auto-acknowledge",
            "How a delivery without a transaction is acknowledged: after each message, or in batches."),
    SUBSCRIPTION_DURABILITY(
            "subscriptionDurability",
            "`Durable`, `NonDurable`",
            "NonDurable",
            "Whether a topic's subscription outlives the bean. One that doesn't begins when the bean is activated and ends when it is"
                    + " deactivated: a temporary topic endpoint, with acknowledgements and redelivery while it lives."),
    SUBSCRIPTION_NAME("subscriptionName", "text", "", "The name of a durable or shared subscription."),
    SHARE_SUBSCRIPTIONS(
            "shareSubscriptions",
            "`true`, `false`",
            "false",
            "Whether all consumers that name the subscription get its messages in turn, instead of one alone."),
    CLIENT_ID("clientId", "text", "", "The client id; part of a durable subscription's identity.", "clientID"),
    CONNECTION_FACTORY_LOOKUP(
            "connectionFactoryLookup",
            "text",
            "",
            "A connection factory of this adapter, whose VPN is used where `vpn` is not given."),
    MESSAGE_SELECTOR(
            "messageSelector",
            "a selector of Jakarta Messaging 3.1 §3.8",
            "",
            "Which messages the bean gets. Of a durable subscription: which are kept for it."),
    MAX_SESSION(
            "maxSession",
            "1–10000",
            "15, at most 4 for each processor; of a live subscriber 1",
            "How many messages are delivered in parallel.",
            "maxSessions",
            "endpointPoolMaxSize"),
    SETUP_ATTEMPTS(
            "setupAttempts",
            "-1 and more; -1 is for ever",
            "-1",
            "How often a missing destination is looked for.",
            "reconnectAttempts"),
    SETUP_INTERVAL(
            "setupInterval", "milliseconds, or ISO 8601 as `PT5S`", "2000", "The time between two of these attempts."),
    USER(
            "user",
            "a user of the server's application security domain, with `password`",
            "",
            "Who consumes, for the access rules of the VPN: needs the role `reprise-client`. Without it beans consume as client username"
                    + " `default`.",
            "userName"),
    PASSWORD("password", "with `user`", "", "The user's password. A wrong one fails the activation."),
    VPN(
            "vpn",
            "the name of a VPN",
            "default",
            "The message VPN; one that does not exist yet is waited for, and named in the health."),
    SUBSCRIPTIONS(
            "subscriptions",
            "topic filters, separated by commas",
            "",
            "Filters that the queue shall attract; missing ones are added."),
    AUTO_CREATE(
            "autoCreate",
            "`true`, `false`",
            "false",
            "Whether a missing queue is created, switched on, respecting times to live."),
    TRANSACTION_TIMEOUT(
            "transactionTimeout",
            "seconds, or ISO 8601 as `PT30S`; 0 is the server's default",
            "0",
            "The timeout of a delivery's transaction."),
    STOP_TIMEOUT(
            "stopTimeout", "milliseconds, or ISO 8601", "30000", "How long undeploying waits for running deliveries."),
    DESERIALIZATION_ALLOW_LIST(
            "deserializationAllowList",
            "classes and packages, separated by commas; `*`",
            "*",
            "What an ObjectMessage may bring to life."),
    USE_JNDI(
            "useJNDI",
            "`true`, `false`",
            "true",
            "Legacy. `false`: the destination is a name as it stands, slashes and all."),
    RECONNECT_INTERVAL("reconnectInterval", "seconds", "", "Legacy. `setupInterval` in seconds."),
    PREFETCH(
            EndpointAttributes.PREFETCH,
            "How many messages are sent ahead to each session and not yet presented; 0 inherits the endpoint's, `none`"
                    + " fetches on demand."),
    MAX_REDELIVERY(
            EndpointAttributes.MAX_REDELIVERY,
            "Wins over the endpoint's for this bean's failures: total deliveries of a message, 0 is no limit."),
    REDELIVERY_DELAY_ENABLED(
            EndpointAttributes.REDELIVERY_DELAY_ENABLED,
            "Likewise: whether a message that failed here waits before it comes again."),
    REDELIVERY_DELAY_INITIAL_INTERVAL(
            EndpointAttributes.REDELIVERY_DELAY_INITIAL_INTERVAL, "Likewise: the wait after the first failure."),
    REDELIVERY_DELAY_MAX_INTERVAL(EndpointAttributes.REDELIVERY_DELAY_MAX_INTERVAL, "Likewise: the longest wait."),
    REDELIVERY_DELAY_MULTIPLIER(
            EndpointAttributes.REDELIVERY_DELAY_MULTIPLIER,
            "Likewise: by how much each wait is longer than the one before."),
    MAX_SEQUENTIAL_DELIVERY_FAILURES(
            "maxSequentialDeliveryFailures",
            "0–2147483647",
            "0",
            "After so many failed deliveries in a row, in all sessions and of at least two different messages, the bean"
                    + " is paused; 0 is never. A success ends the row."),
    FAILURE_PAUSE_INTERVAL(
            "failurePauseInterval",
            "milliseconds, or ISO 8601 as `PT5M`; 0 is for ever",
            "0",
            "How long such a pause lasts, if no administrator ends it."),

    REPLAY_FROM(
            ReplayWish.FROM,
            ReplayLocation.ALLOWED,
            "",
            "From where the replay log is replayed to the bean's endpoint, which is exclusive, before the bean gets its first message;"
                    + " relative times count back from then. A replay that is refused fails the activation with the reason."),
    REPLAY_ID(
            ReplayWish.ID,
            ReplayWish.ID_ALLOWED,
            "",
            "The name of that replay; needed with `replayFrom`. One that was accepted before is not started again, however"
                    + " often the bean is deployed: another replay needs another name."),

    TOPIC_DELIVERY(
            LiveWish.TOPIC_DELIVERY,
            "`guaranteed`, `direct`",
            "guaranteed; direct with `snapshot`, `history` or `conflate`",
            "How a bean without durable subscription gets a topic's messages: from an endpoint, or `direct`, as a live subscriber:"
                    + " snapshot or history first, then what is published, without acknowledgement or redelivery. Stopped and started"
                    + " again it gets what it missed, or snapshots."),
    SNAPSHOT(
            LiveWish.SNAPSHOT,
            "`true`, `false`",
            "true",
            "Whether a live subscriber first gets the newest retained message of each subject."),
    HISTORY(
            LiveWish.HISTORY,
            "0–2147483647",
            "0",
            "How many of the newest guaranteed messages of each subject a live subscriber first gets instead, if there are any."),
    CONFLATE(
            LiveWish.CONFLATE,
            "milliseconds, or ISO 8601 as `PT0.5S`; 0 is not at all",
            "0",
            "A live subscriber gets at most the newest message of each subject in each such interval."),
    PARTITION_COUNT("partitionCount", Support.NOT_BUILT),

    PROVIDER_ADAPTER_JNDI("providerAdapterJNDI", Support.LEGACY),
    MIN_SESSION("minSession", Support.LEGACY),
    KEEP_ALIVE("keepAlive", Support.LEGACY),
    MAX_MESSAGES("maxMessages", Support.LEGACY),
    SESSION_TRANSACTED("sessionTransacted", Support.LEGACY),
    USE_DLQ("useDLQ", Support.LEGACY),
    FORCE_CLEAR_ON_SHUTDOWN("forceClearOnShutdown", Support.LEGACY),
    REDELIVER_UNSPECIFIED("redeliverUnspecified", Support.LEGACY),
    JNDI_PARAMS("jndiParams", Support.LEGACY),
    REBALANCE_CONNECTIONS("rebalanceConnections", Support.LEGACY);

    /** What becomes of a property that is set. */
    public enum Support {
        /** It does what it says. */
        BUILT,
        /** Refused by name when set to something else than its default. */
        NOT_BUILT,
        /** Known from old servers, has no meaning here: accepted with a warning. */
        LEGACY
    }

    private final String key;
    private final Support support;
    private final String allowed;
    private final String defaultText;
    private final String text;
    private final List<String> aliases;

    ActivationProperty(String key, String allowed, String defaultText, String text, String... aliases) {
        this.key = key;
        this.support = Support.BUILT;
        this.allowed = allowed;
        this.defaultText = defaultText;
        this.text = text;
        this.aliases = List.of(aliases);
    }

    /** What an endpoint has too, with the same name, range and unit. */
    ActivationProperty(EndpointAttribute<?> attribute, String text) {
        this(attribute.toString(), attribute.required(EndpointKind.QUEUE).allowed(), "the endpoint's", text);
    }

    ActivationProperty(String key, Support support) {
        this(key, support, "");
    }

    ActivationProperty(String key, Support support, String defaultText) {
        this(key, support, defaultText, support == Support.LEGACY ? "Legacy. Without meaning here." : "Not built yet.");
    }

    ActivationProperty(String key, Support support, String defaultText, String text, String... aliases) {
        this.key = key;
        this.support = support;
        this.allowed =
                support == Support.LEGACY ? "anything" : defaultText.isEmpty() ? "nothing" : "`" + defaultText + "`";
        this.defaultText = defaultText;
        this.text = text;
        this.aliases = List.of(aliases);
    }

    /** Its name in the activation configuration. */
    public String key() {
        return key;
    }

    public Support support() {
        return support;
    }

    /** For people. */
    public String allowed() {
        return allowed;
    }

    /** For people; empty if it has none. */
    public String defaultText() {
        return defaultText;
    }

    /** What it does, one sentence. */
    public String text() {
        return text;
    }

    /** Other names it goes by. */
    public List<String> aliases() {
        return aliases;
    }

    /** The property of that name or alias. */
    static Optional<ActivationProperty> named(String name) {
        return Arrays.stream(values())
                .filter(property -> property.key.equals(name) || property.aliases.contains(name))
                .findFirst();
    }
}
