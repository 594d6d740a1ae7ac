package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The properties by which a Jakarta Messaging client sets and reads what only this broker has [spec 4.2]. */
enum VendorProperty {
    /** {@code DIRECT} sends directly; of a received message the mode in which it came, see {@link ReceivedFacts}. */
    DELIVERY_MODE("JMS_Reprise_DeliveryMode", String.class, true, message -> null),
    /** Whether it is its subject's snapshot. */
    RETAINED("JMS_Reprise_Retained", Boolean.class, true, message -> message.retained() ? true : null),
    CLOSURE("JMS_Reprise_Closure", String.class, true, Message::closure),
    CONTENT_TYPE("JMS_Reprise_ContentType", String.class, true, VendorProperty::contentType),
    /** Not listed: whoever copies the properties of a message to a new one must not repeat its stamp. */
    PUBLISHER_ID(
            "JMS_Reprise_PublisherId", String.class, false, message -> stamp(message, PublisherStamp::publisherId)),
    PUBLISHER_SEQUENCE(
            "JMS_Reprise_PublisherSequence", Long.class, false, message -> stamp(message, PublisherStamp::sequence)),
    /** Of a received message only, see {@link ReceivedFacts}; what a sender sets is ignored, as JMSXDeliveryCount is. */
    REPLICATION_GROUP_MSG_ID("JMS_Reprise_ReplicationGroupMsgId", String.class, true, message -> null),
    /** These four, likewise, are of a message received from a dead message queue only [spec 4.3]. */
    DEATH_REASON("JMS_Reprise_DeathReason", String.class, true, message -> null),
    DEATH_QUEUE("JMS_Reprise_DeathQueue", String.class, true, message -> null),
    DEATH_TIME("JMS_Reprise_DeathTime", Long.class, true, message -> null),
    DEATH_COUNT("JMS_Reprise_DeathCount", Integer.class, true, message -> null),
    /** These, likewise, are of a message that comes to a live subscriber only [spec 3.4]. */
    MESSAGE_TYPE("JMS_Reprise_MessageType", String.class, true, message -> null),
    QOS("JMS_Reprise_QoS", String.class, true, message -> null),
    EPOCH("JMS_Reprise_Epoch", Long.class, true, message -> null),
    SEQ("JMS_Reprise_Seq", Long.class, true, message -> null),
    HEAD_EPOCH("JMS_Reprise_HeadEpoch", Long.class, true, message -> null),
    HEAD_SEQ("JMS_Reprise_HeadSeq", Long.class, true, message -> null),
    /** How many direct messages the consumer lost before this one; there only if any. */
    DISCARDED("JMS_Reprise_Discarded", Long.class, true, message -> null),
    /** {@code DATA_SYNC} or {@code DATA_RESYNC}: how a recovery ended that was over just before this one; there only then. */
    RECOVERY("JMS_Reprise_Recovery", String.class, true, message -> null);

    /** The properties of this broker all start so; one that is not known is refused. */
    static final String PREFIX = "JMS_Reprise_";

    /** TIBCO's; an explicit false makes a message not eligible for a dead message queue [spec 4.3]. A user property otherwise. */
    static final String PRESERVE_UNDELIVERED = "JMS_TIBCO_PRESERVE_UNDELIVERED";

    private final String propertyName;
    private final Class<?> type;
    private final boolean listed;
    private final Function<Message, @Nullable Object> reader;

    VendorProperty(String propertyName, Class<?> type, boolean listed, Function<Message, @Nullable Object> reader) {
        this.propertyName = propertyName;
        this.type = type;
        this.listed = listed;
        this.reader = reader;
    }

    String propertyName() {
        return propertyName;
    }

    /** Whether a received message shows it among its property names. */
    boolean isListed() {
        return listed;
    }

    /** Its value in a stored message; null if that has none. */
    @Nullable
    Object valueIn(Message message) {
        return reader.apply(message);
    }

    /** The property of that name; null if the name is not one of this broker's. */
    static @Nullable VendorProperty find(String name) {
        if (!name.startsWith(PREFIX)) {
            return null;
        }
        for (VendorProperty property : values()) {
            if (property.propertyName.equals(name)) {
                return property;
            }
        }
        return null;
    }

    /** Refuses a name that is of this broker's form and unknown, and a value that the property can't have. */
    static void check(String name, Object value) {
        if (!name.startsWith(PREFIX)) {
            return;
        }
        VendorProperty property = find(name);
        if (property == null) {
            throw BrokerException.refused(
                    ErrorCode.NOT_SUPPORTED,
                    "property " + name,
                    value,
                    "none of that name; this version has no such property");
        }
        property.checkValue(value);
    }

    private void checkValue(Object value) {
        if (type == Long.class ? !isWholeNumber(value) : !type.isInstance(value)) {
            throw refused(value, "a " + type.getSimpleName());
        }
        if (this == DELIVERY_MODE) {
            checkMode((String) value);
        } else if (this == PUBLISHER_ID && (((String) value).isEmpty() || ((String) value).length() > 100)) {
            throw refused(((String) value).length() + " characters", "1–100 characters");
        } else if (this == PUBLISHER_SEQUENCE && ((Number) value).longValue() < 0) {
            throw refused(value, "0 and more");
        }
    }

    private void checkMode(String value) {
        for (DeliveryMode mode : DeliveryMode.values()) {
            if (mode.name().equals(value)) {
                return;
            }
        }
        throw refused(value, "DIRECT, NON_PERSISTENT, PERSISTENT");
    }

    private BrokerException refused(Object actual, String allowed) {
        return BrokerException.refused(ErrorCode.INVALID_PARAMETER, "property " + propertyName, actual, allowed);
    }

    private static boolean isWholeNumber(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    private static @Nullable Object contentType(Message message) {
        return TextBody.NULL_CONTENT_TYPE.equals(message.contentType()) ? null : message.contentType();
    }

    private static @Nullable Object stamp(Message message, Function<PublisherStamp, Object> part) {
        PublisherStamp stamp = message.publisher();
        return stamp == null ? null : part.apply(stamp);
    }
}
