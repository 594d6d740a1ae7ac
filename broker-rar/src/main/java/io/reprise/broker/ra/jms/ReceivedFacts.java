package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.StoredMessage;
import io.reprise.broker.model.message.Message;
import java.util.Set;
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
        return property == VendorProperty.REPLICATION_GROUP_MSG_ID
                ? delivery.replicationGroupMsgId().format()
                : property.valueIn(message());
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
