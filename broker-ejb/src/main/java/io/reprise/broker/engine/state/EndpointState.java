package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.state.BacklogRoles.Role;
import io.reprise.broker.engine.state.UnitKey.TotalKey;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.replay.ReplayFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's durable part: its backlogs, what they use of its quota, the attempts counted, and its replay. Unless said otherwise a
 * method speaks of what is live: what a replay has set aside or holds back is not. Changed by {@link VpnState#apply} only. Not
 * thread-safe: the committer's.
 */
public final class EndpointState {
    private static final int FORMAT = 1;

    final long id;
    private final Backlogs backlogs;
    private final SpoolBytes bytes = new SpoolBytes();
    private final Horizons horizons = new Horizons();
    private final SpoolTotals totals;
    private final Consumer<UnitKey> dirty;
    private EndpointReplay replay = EndpointReplay.NONE;
    private long totalAsOf;
    private long reservedMessages;
    private long reservedBytes;
    /** Since its figures were last taken. */
    private boolean changed;

    EndpointState(long id, SpoolTotals totals, Consumer<UnitKey> dirty) {
        this.id = id;
        this.backlogs = new Backlogs(id, dirty);
        this.totals = totals;
        this.dirty = dirty;
    }

    public long id() {
        return id;
    }

    /** Where a message of this id is, or would be, published to, by which acknowledgements name it [LOG.md L22]. */
    public int generationOf(long msgId) {
        return backlogs.generationOf(msgId);
    }

    /** From which ids on which backlog has the live messages, rising. */
    public Map<Long, Integer> liveRanges() {
        return backlogs.roles().liveRanges();
    }

    /** Messages on it, those in flight or in doubt too. */
    public long messages() {
        return backlogs.messages(Role.LIVE);
    }

    /** Messages that come back if its replay fails. */
    public long setAsideMessages() {
        return backlogs.messages(Role.SET_ASIDE);
    }

    /** Live messages that wait for its replay's end. */
    public long heldBackMessages() {
        return backlogs.messages(Role.HELD_BACK);
    }

    /** What is on it and what is held back: what the VPN owes it. */
    long owedMessages() {
        return messages() + heldBackMessages();
    }

    /** What they use of the quota, bytes. */
    public long sizeBytes() {
        return bytes.live();
    }

    /** What is held back of it, bytes. */
    public long heldBackBytes() {
        return bytes.heldBack();
    }

    /** Messages of prepared branches on their way here. */
    public long reservedMessages() {
        return reservedMessages;
    }

    /** Their bytes. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** The facts of its replay. */
    public EndpointReplay replay() {
        return replay;
    }

    /** Copies of a running replay that are on it. */
    public long replayedMessages() {
        return backlogs.replayedMessages();
    }

    /** Whether a running replay has put it here. */
    public boolean isCopy(long msgId) {
        return backlogs.isCopy(msgId);
    }

    /** Attempts counted for a message so far, durably. */
    public int attempts(long msgId) {
        return backlogs.note(msgId).attempts();
    }

    /** The attempt that was being made when that was last written, by its number; 0 = none [LOG.md L24]. */
    public int presented(long msgId) {
        return backlogs.note(msgId).presented();
    }

    /** When the message may be delivered, milliseconds of the epoch; 0 = now. */
    public long delayedUntilMillis(long msgId) {
        return backlogs.note(msgId).delayedUntilMillis();
    }

    /** When a replayed copy expires, milliseconds of the epoch; 0 = never, or the message is none. */
    public long expirationMillis(long msgId) {
        return backlogs.note(msgId).expirationMillis();
    }

    /** As {@link #attempts(long)}, of a message in one of its backlogs, whatever that is for. */
    public int attempts(int generation, long msgId) {
        return existing(generation) == null
                ? 0
                : backlogs.note(generation, msgId).attempts();
    }

    /** As {@link #presented(long)}, likewise. */
    public int presented(int generation, long msgId) {
        return existing(generation) == null
                ? 0
                : backlogs.note(generation, msgId).presented();
    }

    /** The message whose body it has, if it was moved here; else 0 [LOG.md L13]. */
    public long rootOf(int generation, long msgId) {
        return backlogs.note(generation, msgId).rootMsgId();
    }

    /** Messages of the priority may be presented up to this id without a word [LOG.md L24]. */
    public long horizon(int priority) {
        return horizons.reserved(priority);
    }

    /** Messages of the priority up to this id, without a note, may have been presented unnoticed [LOG.md L24]. */
    public long suspectUpTo(int priority) {
        return horizons.suspect(priority);
    }

    /**
     * Calls {@code each} with every message that was presented when that was last written, its generation, and the attempt's number; also
     * of what is set aside.
     */
    public void forEachPresented(PresentedVisitor each) {
        backlogs.forEachPresented(each);
    }

    public boolean contains(long msgId) {
        return backlogs.isLive(msgId);
    }

    /** Whether it is live in this backlog. */
    public boolean contains(int generation, long msgId) {
        return backlogs.contains(Role.LIVE, generation, msgId);
    }

    /** Whether it is set aside in this backlog: an acknowledgement of a delivery from before the replay. */
    public boolean isSetAside(int generation, long msgId) {
        return backlogs.contains(Role.SET_ASIDE, generation, msgId);
    }

    /** Whether any of its backlogs has the message, whatever for: its entry is needed. */
    public boolean holds(long msgId) {
        return backlogs.hold(msgId);
    }

    /** The backlog in which a message is set aside; 0 if it is not. */
    public int setAsideIn(long msgId) {
        int number = backlogs.roles().receiving(msgId);
        return number != 0 && isSetAside(number, msgId) ? number : 0;
    }

    /** The lowest id on it; 0 if empty. */
    public long firstMsgId() {
        return backlogs.firstMsgId(Role.LIVE);
    }

    /** The lowest id that is held back; 0 if none is. */
    public long firstHeldBackMsgId() {
        return backlogs.firstMsgId(Role.HELD_BACK);
    }

    /** The highest id on it; 0 if empty. */
    public long lastMsgId() {
        return backlogs.lastMsgId();
    }

    /** Calls {@code each} with every lane's number and every id in it, rising within the lane. */
    public void forEach(LaneVisitor each) {
        backlogs.forEachLive(each);
    }

    /** The same with one backlog. */
    public void forEach(int generation, LaneVisitor each) {
        backlogs.forEach(generation, each);
    }

    /** Its backlogs but for a replay's copies, whatever they are for. */
    public List<Integer> publishedGenerations() {
        return backlogs.published();
    }

    /** The bytes of all backlogs that are there for the same as this one, a replay's copies apart. */
    public long bytesLike(int generation) {
        Role role = backlogs.roles().of(generation);
        return role == null ? 0 : bytes.of(role, isReplayed(generation));
    }

    /** Calls {@code each} for ids of one lane from {@code from} on, rising, until it returns false. */
    public void forEachInLane(int number, long from, IdVisitor each) {
        backlogs.forEachInLane(number, from, each);
    }

    /** The numbers of the lanes that hold something. */
    public int[] laneNumbers() {
        return backlogs.laneNumbers();
    }

    // ---- what a replay to start needs to know ----

    /** The highest number of a backlog so far. */
    public int lastGeneration() {
        return backlogs.roles().last();
    }

    /** Live backlogs that hold nothing, and what would be live and empty if a running replay failed now: a start drops them. */
    public List<Integer> emptyBacklogs() {
        return backlogs.published().stream()
                .filter(number -> backlogs.of(number).messages() == 0)
                .toList();
    }

    // ---- loading ----

    void loadTotal(long loadedBytes, byte[] loadedHorizons, byte[] loadedReplay, long asOf) {
        horizons.load(loadedHorizons);
        bytes.load(loadedBytes);
        totalAsOf = asOf;
        if (loadedReplay.length > 0) {
            WireReader in = new WireReader(loadedReplay);
            int format = in.readByte();
            if (format != FORMAT) {
                throw new MalformedWireException("replay of format " + format + ", known: " + FORMAT);
            }
            backlogs.roles().load(in);
            replay = EndpointReplay.load(in);
            bytes.load(in);
            in.requireEnd();
        }
    }

    /** The bytes of its row; none if it was never replayed. */
    byte[] replayBytes() {
        if (replay == EndpointReplay.NONE) {
            return new byte[0];
        }
        WireWriter out = new WireWriter(256);
        out.writeByte(FORMAT);
        backlogs.roles().serialize(out);
        replay.serialize(out);
        bytes.serialize(out);
        return out.toByteArray();
    }

    /** Makes the backlog that a row is of: whether there is one of that number, the fold knows only at its end. */
    Backlog backlogForLoad(int number) {
        return backlogs.of(number);
    }

    /** Rows were loaded of backlogs that there are not: of those that were dropped, and their rows not yet deleted. */
    void dropUnknownBacklogs() {
        backlogs.dropUnknown();
    }

    // ---- the fold ----

    private void change() {
        if (!changed) {
            changed = true;
            totals.changed(this);
        }
    }

    /** Its figures as they are now. */
    EndpointFigures takeFigures() {
        changed = false;
        return EndpointFigures.of(this);
    }

    /**
     * A message is published here.
     *
     * @return whether it has a place: its backlog may have been dropped since, as the total knows already
     */
    boolean place(int lane, long msgId, int messageBytes, long commitNo) {
        int number = backlogs.roles().receiving(msgId);
        if (number == 0) {
            return false;
        }
        long added = backlogs.of(number).place(lane, msgId, commitNo);
        if (backlogs.roles().of(number) != Role.SET_ASIDE) {
            totals.addMessages(added);
        }
        addBytes(number, messageBytes, commitNo);
        return true;
    }

    boolean remove(int generation, long msgId, long commitNo) {
        Backlog backlog = existing(generation);
        if (backlog == null || !backlog.remove(msgId, commitNo)) {
            return false;
        }
        change();
        if (backlogs.roles().of(generation) != Role.SET_ASIDE) {
            totals.addMessages(-1);
        }
        return true;
    }

    /** Bytes came into one of its backlogs, or left it. */
    void addBytes(int generation, long added, long commitNo) {
        change();
        Role role = backlogs.roles().of(generation);
        if (commitNo > totalAsOf && role != null) {
            bytes.add(role, isReplayed(generation), added);
            totals.addBytes(role == Role.SET_ASIDE ? 0 : added);
        }
        dirty.accept(new TotalKey(id));
    }

    void count(int generation, long msgId, int attempts, long delayedUntilMillis, long commitNo) {
        Backlog in = backlogs.holding(generation, msgId);
        if (in != null) {
            in.notes().change(msgId, commitNo, note -> note.counted(attempts, delayedUntilMillis));
        }
    }

    void present(int generation, long msgId, int attempt, long commitNo) {
        Backlog in = backlogs.holding(generation, msgId);
        if (in != null) {
            in.notes().change(msgId, commitNo, note -> note.presented(attempt));
        }
    }

    void delay(int generation, long msgId, long untilMillis, long commitNo) {
        Backlog in = backlogs.holding(generation, msgId);
        if (in != null) {
            in.notes().change(msgId, commitNo, note -> note.delayed(untilMillis));
        }
    }

    /** A message published here has another's body. */
    void root(long msgId, long rootMsgId, long commitNo) {
        Backlog in = backlogs.holding(backlogs.roles().receiving(msgId), msgId);
        if (in != null) {
            in.notes().change(msgId, commitNo, note -> note.rooted(rootMsgId));
        }
    }

    void reserveHorizon(int priority, long msgId, long commitNo) {
        if (commitNo > totalAsOf) {
            horizons.reserve(priority, msgId);
            dirty.accept(new TotalKey(id));
        }
    }

    /** A new owner began. */
    void suspectReserved(long commitNo) {
        if (commitNo <= totalAsOf) {
            return;
        }
        if (horizons.suspectReserved()) {
            dirty.accept(new TotalKey(id));
        }
        if (replay.state().isRunning() && replay.suspectMsgId() != replay.cursorMsgId()) {
            replay = replay.suspected();
            change();
            dirty.accept(new TotalKey(id));
        }
    }

    /** Nothing was in flight when the broker stopped. */
    void giveBackHorizon(long commitNo) {
        if (commitNo > totalAsOf && horizons.giveBackReserved()) {
            dirty.accept(new TotalKey(id));
        }
    }

    void reserve(long messages, long sizeBytes) {
        change();
        reservedMessages += messages;
        reservedBytes += sizeBytes;
        totals.addReservedBytes(sizeBytes);
    }

    /** A replay began; the backlogs that are gone with that, which were empty. */
    void startReplay(ReplayStarted start, long commitNo) {
        if (commitNo <= totalAsOf) {
            return;
        }
        totals.addMessages(-messages());
        totals.addBytes(-bytes.live());
        backlogs.roles().start(start.generation(), start.heldBack(), start.heldFromMsgId(), start.emptied());
        start.emptied().forEach(backlogs::drop);
        bytes.start();
        becomeReplay(replay.started(start));
        dirty.accept(new TotalKey(id));
    }

    /** Copies came. */
    void feed(Fed fed, long commitNo) {
        Backlog in = existing(fed.generation());
        if (in == null) {
            return;
        }
        long[] ids = fed.msgIds();
        for (int i = 0; i < ids.length; i++) {
            totals.addMessages(in.place(fed.lanes()[i], ids[i], commitNo));
            long expirationMillis = fed.expirationMillis()[i];
            if (expirationMillis != 0 && in.contains(ids[i])) {
                in.notes().change(ids[i], commitNo, note -> note.expiring(expirationMillis));
            }
        }
        addBytes(fed.generation(), fed.sizeBytes(), commitNo);
        if (commitNo > totalAsOf) {
            becomeReplay(replay.fed(fed));
        }
    }

    /** What was held back is on it now. */
    void joinReplay(long commitNo) {
        if (commitNo <= totalAsOf) {
            return;
        }
        backlogs.roles().join();
        bytes.join();
        becomeReplay(replay.joined());
        dirty.accept(new TotalKey(id));
    }

    /** The replay is over; the backlogs that are gone with it, whose messages nobody needs here any more. */
    Collection<Backlog> endReplay(ReplayEnded end, long commitNo) {
        if (commitNo <= totalAsOf) {
            return List.of();
        }
        List<Backlog> gone = new ArrayList<>(2);
        if (end.failure() == ReplayFailure.NONE) {
            backlogs.roles().complete().forEach(number -> gone.add(backlogs.drop(number)));
            totals.addBytes(bytes.complete());
        } else {
            long setAside = setAsideMessages();
            Backlog copies = backlogs.drop(backlogs.roles().fail());
            gone.add(copies);
            totals.addMessages(setAside - copies.messages());
            totals.addBytes(bytes.fail());
        }
        becomeReplay(replay.ended(end));
        dirty.accept(new TotalKey(id));
        return gone;
    }

    private void becomeReplay(EndpointReplay next) {
        change();
        totals.moveReplay(replay.state(), next.state());
        replay = next;
    }

    private boolean isReplayed(int generation) {
        return generation == backlogs.roles().replayed();
    }

    /** Drops lanes that emptied; at a quiet moment, never while they are walked. */
    void trimLanes() {
        backlogs.all().forEach(Backlog::trimLanes);
    }

    /** A backlog that this endpoint has, for a row of it; null if it has none of that number, or nothing in it. */
    @Nullable
    Backlog existing(int number) {
        return backlogs.existing(number);
    }

    /** All that it has, whatever for. */
    Collection<Backlog> backlogs() {
        return backlogs.all();
    }

    byte[] horizons() {
        return horizons.serialize();
    }
}
