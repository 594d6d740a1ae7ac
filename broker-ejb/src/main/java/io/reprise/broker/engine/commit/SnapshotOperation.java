package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.live.LiveStore.DirectSnapshot;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Direct retained messages to be stored as their subjects' snapshots [spec 3.1]. */
final class SnapshotOperation extends Operation {
    private final List<Item> items;
    private final Consumer<List<Item>> inVain;
    private final int entryBytes;
    /** The committer's. */
    private final List<Item> leftOut = new ArrayList<>(0);

    /** A snapshot and its stored bytes. */
    record Item(DirectSnapshot snapshot, EncodedMessage encoded) {}

    /** @param inVain told what is certainly not stored; only hands over */
    SnapshotOperation(List<Item> items, Consumer<List<Item>> inVain, long timeoutMillis) {
        super(timeoutMillis);
        this.items = items;
        this.inVain = inVain;
        this.entryBytes = 64
                + items.stream().mapToInt(item -> item.encoded().entryBytes()).sum();
    }

    List<Item> items() {
        return items;
    }

    /** One that is not stored, as there is a newer one. The committer's. */
    void leaveOut(Item item) {
        leftOut.add(item);
    }

    @Override
    int entryBytes() {
        return entryBytes;
    }

    @Override
    void settled(CommitOutcome how) {
        if (how instanceof CommitOutcome.Rejected) {
            inVain.accept(items);
        } else if (how instanceof CommitOutcome.Stored) {
            inVain.accept(leftOut);
        }
    }
}
