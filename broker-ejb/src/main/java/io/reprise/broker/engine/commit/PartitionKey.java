package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.model.message.Message;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Which partition a message belongs to [spec 1.4]: CRC-32C of its key's UTF-8 form, unsigned, modulo their number. Part of what
 * users may rely on: it never changes.
 */
final class PartitionKey {
    /** The key's property [JMS 3.1 §3.5.9]. */
    static final String PROPERTY = "JMSXGroupID";

    private PartitionKey() {}

    /** The hash of a message's key; null if it has none. */
    static @Nullable Integer hash(Message message) {
        Object key = message.properties().get(PROPERTY);
        if (key == null) {
            return null;
        }
        byte[] utf8 = key.toString().getBytes(StandardCharsets.UTF_8);
        return EntryCodec.crc32c(utf8, 0, utf8.length);
    }

    static int partition(int hash, int count) {
        return Integer.remainderUnsigned(hash, count);
    }

    /** The partition a message has on an endpoint, or has brought there. */
    static int of(MessageSlot slot, long endpointId) {
        for (Placement placement : slot.placements()) {
            if (placement.endpointId() == endpointId) {
                return Lanes.partition(placement.lane());
            }
        }
        return 0;
    }
}
