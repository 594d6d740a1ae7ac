package io.reprise.broker.engine.store;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.store.CheckpointBatch.DroppedBacklog;
import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.store.EndpointTotal;
import io.reprise.broker.model.store.EntryBlock;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.store.PreparedBranch;
import io.reprise.broker.model.store.PublisherSequence;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import io.reprise.broker.model.store.SubscriptionEntity;
import io.reprise.broker.model.store.Vpn;
import io.reprise.broker.model.store.VpnObjectEntity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables behind {@link InMemoryVpnStore}, as every owner sees them. Guarded by its monitor, which the store holds. */
final class StoreRows {
    /** Content stored beforehand, and when. */
    record Upload(byte[] content, long storedMillis) {}

    final TreeMap<Long, LogEntry> log = new TreeMap<>();
    final Map<UploadRef, Upload> uploads = new HashMap<>();
    final Map<Object, Object> configuration = new LinkedHashMap<>();
    private final Map<Object, Object> derived = new LinkedHashMap<>();
    /** No order of derived rows is promised: each reading gets another. */
    private final Random order = new Random(1);

    final long originBits = 0x0123_4567_89AB_CDEFL;

    @Nullable
    Checkpoint checkpoint;

    long epoch;
    long uploadsMade;

    /** What names a row of any table. */
    static Object keyOf(Object row) {
        if (row instanceof BacklogRow backlog) {
            return new BacklogRow.Key(
                    backlog.vpn(), backlog.endpointId(), backlog.generation(), backlog.lane(), backlog.base());
        } else if (row instanceof EndpointTotal total) {
            return new EndpointTotal.Key(total.vpn(), total.endpointId());
        } else if (row instanceof DeliveryNote note) {
            return new DeliveryNote.Key(note.vpn(), note.endpointId(), note.generation(), note.msgId());
        } else if (row instanceof PublisherSequence publisher) {
            return new PublisherSequence.Key(publisher.vpn(), publisher.publisherId());
        } else if (row instanceof PreparedBranch branch) {
            return new PreparedBranch.Key(branch.vpn(), branch.formatId(), branch.gtrid(), branch.bqual());
        } else if (row instanceof EntryBlock block) {
            return new EntryBlock.Key(block.vpn(), block.firstCommitNo());
        } else if (row instanceof EndpointEntity endpoint) {
            return new EndpointEntity.Key(endpoint.vpn(), endpoint.endpointId());
        } else if (row instanceof SubscriptionEntity subscription) {
            return new SubscriptionEntity.Key(subscription.vpn(), subscription.endpointId(), subscription.filter());
        }
        if (row instanceof ReplayLogFilterEntity filter) {
            return new ReplayLogFilterEntity.Key(filter.vpn(), filter.filter());
        }
        if (row instanceof VpnObjectEntity object) {
            return new VpnObjectEntity.Key(object.vpn(), object.kind(), object.parent(), object.name());
        }
        if (row instanceof Vpn || row instanceof ReplayLogEntity) {
            return row.getClass();
        }
        throw new IllegalArgumentException("row of " + row.getClass().getName());
    }

    long tailCommitNo() {
        return log.isEmpty() ? 0 : log.lastKey();
    }

    long takeOver(String vpn, long nonce) {
        epoch++;
        long slot = tailCommitNo() + 1;
        log.put(slot, new LogEntry(vpn, slot, epoch, nonce, 0, 0, 0, 0, 0, EntryCodec.openingHead(epoch), new byte[0]));
        return slot;
    }

    void closeSlot(LogEntry refused) {
        log.put(
                refused.commitNo(),
                new LogEntry(
                        refused.vpn(),
                        refused.commitNo(),
                        refused.epoch(),
                        refused.nonce(),
                        0,
                        0,
                        0,
                        0,
                        0,
                        EntryCodec.emptyHead(),
                        new byte[0]));
    }

    void write(CheckpointBatch batch) {
        drop(batch);
        batch.deletes().forEach(row -> derived.remove(keyOf(row)));
        batch.upserts().forEach(row -> derived.put(keyOf(row), row));
        checkpoint = batch.checkpoint();
    }

    /** What goes before the rest, in transactions of its own. */
    void drop(CheckpointBatch batch) {
        derived.values().removeIf(row -> belongsToAny(row, batch.deletedEndpoints()));
        derived.values()
                .removeIf(row -> row instanceof BacklogRow backlog
                        && batch.droppedBacklogs()
                                .contains(new DroppedBacklog(backlog.endpointId(), (int) backlog.generation())));
        derived.values()
                .removeIf(row -> row instanceof DeliveryNote note
                        && batch.droppedBacklogs()
                                .contains(new DroppedBacklog(note.endpointId(), (int) note.generation())));
    }

    List<Object> derivedInAnyOrder() {
        List<Object> rows = new ArrayList<>(derived.values());
        java.util.Collections.shuffle(rows, order);
        return rows;
    }

    private static boolean belongsToAny(Object row, List<Long> endpoints) {
        if (row instanceof BacklogRow backlog) {
            return endpoints.contains(backlog.endpointId());
        } else if (row instanceof EndpointTotal total) {
            return endpoints.contains(total.endpointId());
        }
        return row instanceof DeliveryNote note && endpoints.contains(note.endpointId());
    }
}
