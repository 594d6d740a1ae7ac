package io.reprise.broker.engine.duty;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.state.Checkpointing;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.store.LogEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Rewrites entries of which little is alive, in place, so that a few old messages don't hold a whole log [LOG.md L16]. */
public final class Compactor implements Duty {
    private static final int LEAST_BODY_BYTES = 16 * 1024;
    private static final int ENTRIES_A_RUN = 50;

    private final VpnCore core;
    private final AtomicLong durableTailFrom;

    public Compactor(VpnCore core, AtomicLong durableTailFrom) {
        this.core = core;
        this.durableTailFrom = durableTailFrom;
    }

    @Override
    public void runOnce() {
        List<Long> entries = core.atBoundary(state ->
                state.entries().mostlyDead(core.keptFrom(durableTailFrom.get()), LEAST_BODY_BYTES, ENTRIES_A_RUN));
        entries.forEach(this::compact);
    }

    private void compact(long commitNo) {
        List<LogEntry> rows = core.store().readEntries(commitNo, 1, 1);
        if (rows.isEmpty() || rows.get(0).commitNo() != commitNo) {
            return;
        }
        LogEntry entry = rows.get(0);
        byte[] body = entry.body();
        EntryHead head = EntryCodec.decode(entry.head());
        boolean holdsBranch = head.effects().stream().anyMatch(effect -> effect instanceof BranchPrepared);
        if (body == null || holdsBranch) {
            return;
        }
        Set<Long> alive = core.atBoundary(state -> alive(head, state));
        LogEntry compacted = compacted(entry, head, body, alive);
        core.store().rewriteEntry(compacted);
        deleteUploads(head, alive);
        core.atBoundary(state -> {
            new Checkpointing(core.store().vpn(), state).entryRewritten(commitNo, compacted.bodyBytes());
            return true;
        });
    }

    /** Uploads of which the rewritten entry no longer knows; after it: a crash in between leaves them to the next start's sweep. */
    private void deleteUploads(EntryHead head, Set<Long> alive) {
        Set<UploadRef> dropped = new HashSet<>();
        Set<UploadRef> kept = new HashSet<>();
        for (MessageSlot slot : head.messages()) {
            UploadRef upload = slot.body().upload();
            if (upload != null) {
                (alive.contains(slot.msgId()) ? kept : dropped).add(upload);
            }
        }
        dropped.removeAll(kept);
        if (!dropped.isEmpty()) {
            core.store().deleteUploads(List.copyOf(dropped));
        }
    }

    private static Set<Long> alive(EntryHead head, VpnState state) {
        Set<Long> alive = new HashSet<>();
        // Copies are on endpoints that the message was not published to.
        List<EndpointState> replaying = state.endpoints().stream()
                .filter(endpoint -> endpoint.replayedMessages() > 0)
                .toList();
        for (MessageSlot slot : head.messages()) {
            boolean inLog = slot.logged() && slot.msgId() > state.log().trimmedThroughMsgId();
            if (inLog || state.isRoot(slot.msgId())) {
                alive.add(slot.msgId());
            }
            for (Placement placement : slot.placements()) {
                EndpointState endpoint = state.endpoint(placement.endpointId());
                if (endpoint != null && endpoint.holds(slot.msgId())) {
                    alive.add(slot.msgId());
                }
            }
            if (replaying.stream().anyMatch(endpoint -> endpoint.holds(slot.msgId()))) {
                alive.add(slot.msgId());
            }
        }
        return alive;
    }

    /** The same entry with its survivors only: same number, nonce, ids and effects. */
    private static LogEntry compacted(LogEntry entry, EntryHead head, byte[] body, Set<Long> alive) {
        WireWriter survivors = new WireWriter(entry.bodyBytes() / 2);
        List<MessageSlot> slots = new ArrayList<>();
        for (MessageSlot slot : head.messages()) {
            if (!alive.contains(slot.msgId())) {
                continue;
            }
            BodyLocation at = slot.body();
            if (at.upload() == null) {
                BodyLocation moved = new BodyLocation(null, survivors.size(), at.length(), at.crc32c());
                survivors.writeRaw(body, at.offset(), at.length());
                slots.add(slot.withBody(moved));
            } else {
                slots.add(slot);
            }
        }
        byte[] compactBody = survivors.toByteArray();
        EntryHead compactHead = new EntryHead(
                head.lastMsgId(), head.lastTimeMillis(), head.loggedCount(), head.loggedBytes(), slots, head.effects());
        return new LogEntry(
                entry.vpn(),
                entry.commitNo(),
                entry.epoch(),
                entry.nonce(),
                entry.firstMsgId(),
                entry.lastMsgId(),
                entry.firstTime(),
                entry.lastTime(),
                compactBody.length,
                EntryCodec.encode(compactHead),
                compactBody);
    }
}
