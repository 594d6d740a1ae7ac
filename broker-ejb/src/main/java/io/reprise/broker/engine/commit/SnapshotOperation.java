package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import java.util.List;

/** Direct retained messages to be stored as their subjects' snapshots [spec 3.1]. */
final class SnapshotOperation extends Operation {
    private final List<Item> items;
    private final int entryBytes;

    /** A snapshot and its stored bytes. */
    record Item(DirectSnapshot snapshot, EncodedMessage encoded) {}

    SnapshotOperation(List<Item> items, long timeoutMillis) {
        super(timeoutMillis);
        this.items = items;
        this.entryBytes = 64
                + items.stream().mapToInt(item -> item.encoded().entryBytes()).sum();
    }

    List<Item> items() {
        return items;
    }

    @Override
    int entryBytes() {
        return entryBytes;
    }
}
