package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.endpoint.EndpointAttribute.Declaration;
import io.reprise.broker.model.endpoint.EndpointAttribute.OnKind;
import io.reprise.broker.model.settings.AttributeList;
import io.reprise.broker.model.settings.AttributeType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Every setting of an endpoint, declared once: names, ranges and defaults of the management API (spec 1.4). Validation, the JSON form
 * and {@code docs/endpoint-settings.md} come from here. The name of an endpoint is its identity, not a setting.
 */
public final class EndpointAttributes {
    private static final List<EndpointAttribute<?>> DECLARED = new ArrayList<>();
    private static final Map<EndpointKind, AttributeList> LISTS = lists();
    private static final long UNSIGNED_INT_MAX = 4_294_967_295L;

    public static final EndpointAttribute<AccessType> ACCESS_TYPE = declare(choice(
            "accessType",
            AccessType.class,
            AccessType.EXCLUSIVE,
            "One active consumer while others stand by, or all of them in turn."));
    public static final EndpointAttribute<Permission> PERMISSION = declare(
            choice("permission", Permission.class, Permission.NO_ACCESS, "What others than the owner may do with it."));
    public static final EndpointAttribute<String> OWNER = declare(Declaration.of(
            "owner",
            new AttributeType.Text(ClientIdentity.LONGEST_USERNAME),
            "",
            "",
            "Client username that may do everything with it."));
    public static final EndpointAttribute<Boolean> INGRESS_ENABLED =
            declare(flag("ingressEnabled", "Whether it takes messages."));
    public static final EndpointAttribute<Boolean> EGRESS_ENABLED =
            declare(flag("egressEnabled", "Whether it gives out messages."));
    public static final EndpointAttribute<Long> MAX_SPOOL_USAGE = declare(whole(
                    "maxMsgSpoolUsage",
                    "MB",
                    0,
                    6_000_000,
                    5000,
                    "Room for messages, in 10^6 bytes of body, properties and topic; 0 keeps the newest message only.")
            .onTopicEndpoints(new OnKind<>("maxSpoolUsage", new AttributeType.Whole(0, 6_000_000), 5000L)));
    public static final EndpointAttribute<Long> MAX_MSG_SIZE =
            declare(whole("maxMsgSize", "bytes", 0, 30_000_000, 10_000_000, "The largest message it takes."));
    public static final EndpointAttribute<Long> MAX_BIND_COUNT =
            declare(whole("maxBindCount", "", 0, 10_000, 1000, "How many consumers may be bound at a time.")
                    .onTopicEndpoints(new OnKind<>("maxBindCount", new AttributeType.Whole(0, 10_000), 1L)));
    public static final EndpointAttribute<Long> MAX_DELIVERED_UNACKED_MSGS_PER_FLOW = declare(whole(
            "maxDeliveredUnackedMsgsPerFlow",
            "messages",
            1,
            1_000_000,
            10_000,
            "How many messages one consumer may have presented and not acknowledged."));
    public static final EndpointAttribute<Prefetch> PREFETCH = declare(Declaration.of(
            "prefetch",
            new PrefetchCount(1_000_000),
            "messages",
            Prefetch.INHERIT,
            "How many messages are sent ahead to a session and not yet presented; 0 inherits, finally 5 for queues"
                    + " and 64 for topic endpoints; none fetches on demand."));
    public static final EndpointAttribute<Long> MAX_REDELIVERY = declare(whole(
            "maxRedelivery",
            "deliveries",
            0,
            256,
            0,
            "Total deliveries of a message before it is removed; 0 is no limit. redeliveryEnabled and"
                    + " maxRedeliveryCount are views of it."));
    public static final EndpointAttribute<Boolean> REDELIVERY_DELAY_ENABLED =
            declare(flag("redeliveryDelayEnabled", "Whether a failed message waits before it comes again."));
    public static final EndpointAttribute<Long> REDELIVERY_DELAY_INITIAL_INTERVAL = declare(
            whole("redeliveryDelayInitialInterval", "ms", 1, 3_600_000, 1000, "The wait after the first failure."));
    public static final EndpointAttribute<Long> REDELIVERY_DELAY_MAX_INTERVAL =
            declare(whole("redeliveryDelayMaxInterval", "ms", 1, 10_800_000, 64_000, "The longest wait."));
    public static final EndpointAttribute<Long> REDELIVERY_DELAY_MULTIPLIER = declare(whole(
            "redeliveryDelayMultiplier",
            "× 0.01",
            100,
            500,
            200,
            "By how much each wait is longer than the one before."));
    public static final EndpointAttribute<Long> DELIVERY_DELAY = declare(whole(
            "deliveryDelay", "s", 0, UNSIGNED_INT_MAX, 0, "How long a message waits before it is first delivered."));
    public static final EndpointAttribute<Long> MAX_TTL = declare(whole(
            "maxTtl",
            "s",
            0,
            UNSIGNED_INT_MAX,
            0,
            "The longest time to live of a message from its arrival; 0 is none."));
    public static final EndpointAttribute<Boolean> RESPECT_TTL_ENABLED =
            declare(flag("respectTtlEnabled", "Whether times to live count here, the sender's and maxTtl."));
    public static final EndpointAttribute<String> DEAD_MSG_QUEUE = declare(Declaration.of(
            "deadMsgQueue",
            new QueueNameOrNone(),
            "",
            EndpointName.DEAD_MESSAGE_QUEUE.text(),
            "Where removed messages go; empty deletes them."));
    public static final EndpointAttribute<Boolean> RESPECT_DMQ_ELIGIBLE_ENABLED = declare(flag(
            "respectDmqEligibleEnabled",
            "Whether only messages marked eligible go to the dead message queue; else every removed one does."));
    public static final EndpointAttribute<RejectToSender> REJECT_MSG_TO_SENDER = declare(choice(
                    "rejectMsgToSenderOnDiscardBehavior",
                    RejectToSender.class,
                    RejectToSender.WHEN_ENABLED,
                    "Whether a message it refuses is refused to its publisher, or skipped here only.")
            .onTopicEndpoints(new OnKind<>(
                    "rejectMsgToSenderOnDiscardBehavior",
                    words(RejectToSender.class, EndpointKind.TOPIC_ENDPOINT),
                    RejectToSender.NEVER)));
    public static final EndpointAttribute<Boolean> REJECT_LOW_PRIORITY_MSG_ENABLED = declare(flag(
            "rejectLowPriorityMsgEnabled", "Whether low-priority messages are refused above a number of messages."));
    public static final EndpointAttribute<Long> REJECT_LOW_PRIORITY_MSG_LIMIT =
            declare(whole("rejectLowPriorityMsgLimit", "messages", 0, UNSIGNED_INT_MAX, 0, "That number."));
    public static final EndpointAttribute<Boolean> RESPECT_MSG_PRIORITY_ENABLED =
            declare(flag("respectMsgPriorityEnabled", "Whether messages of higher priority are delivered first."));
    public static final EndpointAttribute<OverflowPolicy> OVERFLOW_POLICY = declare(
            choice(
                    "overflowPolicy",
                    OverflowPolicy.class,
                    OverflowPolicy.REJECT,
                    "What happens when there is no room: the new message is refused, or the oldest go to the dead message queue."));
    public static final EndpointAttribute<Long> PARTITION_COUNT = declare(whole(
                    "partitionCount",
                    "",
                    0,
                    1000,
                    0,
                    "Partitions, by the hash of the partition key (JMSXGroupID): of each key one message after the other, by one"
                            + " consumer at a time. 0 is none. Needs accessType non-exclusive, and changes only while the"
                            + " queue is empty.")
            .onQueuesOnly());

    public static final EndpointAttribute<String> SELECTOR = declare(Declaration.of(
                    "selector",
                    new AttributeType.Text(4_000),
                    "",
                    "",
                    "Which messages it keeps, decided when they are published; empty for all. A selector of Jakarta Messaging.")
            .onTopicEndpointsOnly());

    /** All of them, in the order of the management API's documents. */
    public static final List<EndpointAttribute<?>> ALL = List.copyOf(DECLARED);

    private EndpointAttributes() {}

    /** Those of one kind of endpoint. */
    static AttributeList of(EndpointKind kind) {
        return Objects.requireNonNull(LISTS.get(kind));
    }

    private static Map<EndpointKind, AttributeList> lists() {
        Map<EndpointKind, AttributeList> result = new EnumMap<>(EndpointKind.class);
        for (EndpointKind kind : EndpointKind.values()) {
            result.put(kind, new AttributeList(kind.text()));
        }
        return result;
    }

    private static <T> EndpointAttribute<T> declare(Declaration<T> declaration) {
        EndpointAttribute<T> attribute = new EndpointAttribute<>(declaration, LISTS);
        DECLARED.add(attribute);
        return attribute;
    }

    private static Declaration<Boolean> flag(String name, String text) {
        return Declaration.of(name, new AttributeType.Flag(), "", false, text);
    }

    private static Declaration<Long> whole(
            String name, String unit, long min, long max, long defaultValue, String text) {
        return Declaration.of(name, new AttributeType.Whole(min, max), unit, defaultValue, text);
    }

    private static <E extends Enum<E> & SempName> Declaration<E> choice(
            String name, Class<E> type, E defaultValue, String text) {
        return Declaration.of(name, words(type, EndpointKind.QUEUE), "", defaultValue, text);
    }

    private static <E extends Enum<E> & SempName> AttributeType<E> words(Class<E> type, EndpointKind kind) {
        return new AttributeType.Choice<>(type, value -> value.sempName(kind));
    }
}
