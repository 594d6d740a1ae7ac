package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.ra.live.LiveDelivery;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The properties that a received message has without its sender having set them as such: they are computed when asked for, and don't
 * travel on when the message is sent again, save those that belong to the message itself (retained, closure, content type, whether
 * it may go to a dead message queue). In particular a publisher's stamp does not: the copy would be dropped as a duplicate.
 */
final class ReceivedFacts {
    private final StoredMessage delivery;

    ReceivedFacts(StoredMessage delivery) {
        this.delivery = delivery;
    }

    Message message() {
        return delivery.message();
    }

    /** Null if there is none of that name. */
    @Nullable
    Object value(String name) {
        VendorProperty property = VendorProperty.find(name);
        if (property == null) {
            return name.equals(VendorProperty.PRESERVE_UNDELIVERED)
                            && !message().dmqEligible()
                    ? false
                    : null;
        }
        return delivery instanceof LiveDelivery live ? live(live, property) : stored(property);
    }

    private @Nullable Object stored(VendorProperty property) {
        return switch (property) {
            case DELIVERY_MODE -> message().deliveryMode().onEndpoint().name();
            case REPLICATION_GROUP_MSG_ID -> delivery.replicationGroupMsgId().format();
            case DEATH_REASON -> death(letter -> letter.reason().text());
            case DEATH_QUEUE -> death(DeadLetter::endpointName);
            case DEATH_TIME -> death(DeadLetter::timeMillis);
            case DEATH_COUNT -> death(DeadLetter::deliveryCount);
            default -> property.valueIn(message());
        };
    }

    /** A direct subscriber gets it direct, however it was published [spec 1.5]. */
    private static @Nullable Object live(LiveDelivery delivery, VendorProperty property) {
        LiveMessage live = delivery.live();
        return switch (property) {
            case DELIVERY_MODE -> DeliveryMode.DIRECT.name();
            case MESSAGE_TYPE -> delivery.type().name();
            case QOS -> live.guaranteed() ? "GUARANTEED" : "STANDARD";
            case EPOCH -> live.position().epoch();
            case SEQ -> live.position().seq();
            case HEAD_EPOCH -> live.head().epoch();
            case HEAD_SEQ -> live.head().seq();
            case DISCARDED -> delivery.discardedBefore() > 0 ? delivery.discardedBefore() : null;
            case RECOVERY -> recovery(delivery.recovered());
            default -> property.valueIn(live.message());
        };
    }

    private static @Nullable Object recovery(@Nullable Boolean complete) {
        return complete == null ? null : complete ? "DATA_SYNC" : "DATA_RESYNC";
    }

    private @Nullable Object death(Function<DeadLetter, Object> part) {
        return delivery.deadLetter().map(part).orElse(null);
    }

    void addNamesTo(Set<String> names) {
        for (VendorProperty property : VendorProperty.values()) {
            if (property.isListed() && value(property.propertyName()) != null) {
                names.add(property.propertyName());
            }
        }
        if (!message().dmqEligible()) {
            names.add(VendorProperty.PRESERVE_UNDELIVERED);
        }
    }
}
