package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.MessageSlot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry in memory: its directory and its bodies. Immutable; the array must not be changed.
 *
 * @param messages the directory, ids rising
 * @param body the bodies
 */
public record LoadedEntry(List<MessageSlot> messages, byte[] body) {
    private static final int SLOT_WEIGHT_BYTES = 200;

    /** The directory's slot of a message; null if it lists none (dead, and compacted away). */
    public @Nullable MessageSlot slot(long msgId) {
        int low = 0;
        int high = messages.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long id = messages.get(middle).msgId();
            if (id == msgId) {
                return messages.get(middle);
            }
            if (id < msgId) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** What it holds of the heap, about. */
    public int weightBytes() {
        return body.length + messages.size() * SLOT_WEIGHT_BYTES + SLOT_WEIGHT_BYTES;
    }
}
