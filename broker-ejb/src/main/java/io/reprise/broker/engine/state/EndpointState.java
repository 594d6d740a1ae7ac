package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.state.BacklogRoles.Role;
import io.reprise.broker.engine.state.UnitKey.DroppedBacklogKey;
import io.reprise.broker.engine.state.UnitKey.TotalKey;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.replay.ReplayFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
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
    private final TreeMap<Integer, Backlog> backlogs = new TreeMap<>();
    private final BacklogRoles roles = new BacklogRoles();
    private final Horizons horizons = new Horizons();
    private final SpoolTotals totals;
    private final Consumer<UnitKey> dirty;
    private EndpointReplay replay = EndpointReplay.NONE;
    private long sizeBytes;
    private long replayedBytes;
    private long setAsideBytes;
    private long heldBackBytes;
    private long totalAsOf;
    private long reservedMessages;
    private long reservedBytes;
    /** Since its figures were last taken. */
    private boolean changed;

    EndpointState(long id, SpoolTotals totals, Consumer<UnitKey> dirty) {
        this.id = id;
        this.totals = totals;
        this.dirty = dirty;
    }

    public long id() {
        return id;
    }

    /** Where a message of this id is, or would be, published to, by which acknowledgements name it [LOG.md L22]. */
    public int generationOf(long msgId) {
        return isCopy(msgId) ? roles.replayed() : roles.receiving(msgId);
    }

    /** From which ids on which backlog has the live messages, rising. */
    public Map<Long, Integer> liveRanges() {
        return roles.liveRanges();
    }

    /** Messages on it, those in flight or in doubt too. */
    public long messages() {
        return messages(Role.LIVE);
    }

    /** Messages that come back if its replay fails. */
    public long setAsideMessages() {
        return messages(Role.SET_ASIDE);
    }

    /** Live messages that wait for its replay's end. */
    public long heldBackMessages() {
        return messages(Role.HELD_BACK);
    }

    private long messages(Role role) {
        long sum = 0;
        for (int number : roles.with(role)) {
            sum += backlog(number).messages();
        }
        return sum;
    }

    /** What is on it and what is held back: what the VPN owes it. */
    long owedMessages() {
        return messages() + heldBackMessages();
    }

    /** What they use of the quota, bytes. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** What is held back of it, bytes. */
    public long heldBackBytes() {
        return heldBackBytes;
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
        return roles.replayed() == 0 ? 0 : backlog(roles.replayed()).messages();
    }

    /** Whether a running replay has put it here. */
    public boolean isCopy(long msgId) {
        return roles.replayed() != 0 && backlog(roles.replayed()).contains(msgId);
    }

    /** Attempts counted for a message so far, durably. */
    public int attempts(long msgId) {
        return note(msgId).attempts();
    }

    /** The attempt that was being made when that was last written, by its number; 0 = none [LOG.md L24]. */
    public int presented(long msgId) {
        return note(msgId).presented();
    }

    /** When the message may be delivered, milliseconds of the epoch; 0 = now. */
    public long delayedUntilMillis(long msgId) {
        return note(msgId).delayedUntilMillis();
    }

    /** When a replayed copy expires, milliseconds of the epoch; 0 = never, or the message is none. */
    public long expirationMillis(long msgId) {
        return note(msgId).expirationMillis();
    }

    /** As {@link #attempts(long)}, of a message in one of its backlogs, whatever that is for. */
    public int attempts(int generation, long msgId) {
        Backlog in = existing(generation);
        return in == null ? 0 : in.notes().of(msgId).attempts();
    }

    /** As {@link #presented(long)}, likewise. */
    public int presented(int generation, long msgId) {
        Backlog in = existing(generation);
        return in == null ? 0 : in.notes().of(msgId).presented();
    }

    private Note note(long msgId) {
        Backlog in = backlogs.get(generationOf(msgId));
        return in == null ? Note.NONE : in.notes().of(msgId);
    }

    /** The message whose body it has, if it was moved here; else 0 [LOG.md L13]. */
    public long rootOf(int generation, long msgId) {
        Backlog in = backlogs.get(generation);
        return in == null ? 0 : in.notes().of(msgId).rootMsgId();
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
        backlogs.forEach((number, backlog) -> {
            if (roles.of(number) != null) {
                backlog.notes().all().forEach((msgId, note) -> {
                    if (note.presented() > 0) {
                        each.visit(number, msgId, note.presented());
                    }
                });
            }
        });
    }

    /** Sees a message and the number of the attempt that was being made. */
    @FunctionalInterface
    public interface PresentedVisitor {
        void visit(int generation, long msgId, int attempt);
    }

    public boolean contains(long msgId) {
        for (int number : roles.with(Role.LIVE)) {
            if (backlog(number).contains(msgId)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is live in this backlog. */
    public boolean contains(int generation, long msgId) {
        return roles.of(generation) == Role.LIVE && backlog(generation).contains(msgId);
    }

    /** Whether it is set aside in this backlog: an acknowledgement of a delivery from before the replay. */
    public boolean isSetAside(int generation, long msgId) {
        return roles.of(generation) == Role.SET_ASIDE && backlog(generation).contains(msgId);
    }

    /** Whether any of its backlogs has the message, whatever for: its entry is needed. */
    public boolean holds(long msgId) {
        for (Backlog backlog : backlogs.values()) {
            if (roles.of(backlog.number) != null && backlog.contains(msgId)) {
                return true;
            }
        }
        return false;
    }

    /** The backlog in which a message is set aside; 0 if it is not. */
    public int setAsideIn(long msgId) {
        int number = roles.receiving(msgId);
        return number != 0 && isSetAside(number, msgId) ? number : 0;
    }

    /** The lowest id on it; 0 if empty. */
    public long firstMsgId() {
        return firstMsgId(Role.LIVE);
    }

    /** The lowest id that is held back; 0 if none is. */
    public long firstHeldBackMsgId() {
        return firstMsgId(Role.HELD_BACK);
    }

    private long firstMsgId(Role role) {
        long first = 0;
        for (int number : roles.with(role)) {
            long lowest = backlog(number).firstMsgId();
            first = first == 0 ? lowest : lowest == 0 ? first : Math.min(first, lowest);
        }
        return first;
    }

    /** The highest id on it; 0 if empty. */
    public long lastMsgId() {
        long last = 0;
        for (int number : roles.with(Role.LIVE)) {
            last = Math.max(last, backlog(number).lastMsgId());
        }
        return last;
    }

    /** Calls {@code each} with every lane's number and every id in it, rising within the lane. */
    public void forEach(LaneVisitor each) {
        roles.with(Role.LIVE).forEach(number -> backlog(number).forEach(each));
    }

    /** The same with one backlog. */
    public void forEach(int generation, LaneVisitor each) {
        Backlog backlog = backlogs.get(generation);
        if (backlog != null) {
            backlog.forEach(each);
        }
    }

    /** Its backlogs but for a replay's copies, whatever they are for. */
    public List<Integer> publishedGenerations() {
        List<Integer> result = new ArrayList<>(2);
        for (Role role : Role.values()) {
            roles.with(role).stream()
                    .filter(number -> number != roles.replayed())
                    .forEach(result::add);
        }
        return result;
    }

    /** The bytes of all backlogs that are there for the same as this one, a replay's copies apart. */
    public long bytesLike(int generation) {
        Role role = roles.of(generation);
        if (role == null) {
            return 0;
        }
        return switch (role) {
            case LIVE -> generation == roles.replayed() ? replayedBytes : sizeBytes - replayedBytes;
            case SET_ASIDE -> setAsideBytes;
            case HELD_BACK -> heldBackBytes;
        };
    }

    /** Calls {@code each} for ids of one lane from {@code from} on, rising, until it returns false. */
    public void forEachInLane(int number, long from, IdVisitor each) {
        for (int backlog : roles.with(Role.LIVE)) {
            if (!backlog(backlog).forEachInLane(number, from, each)) {
                return;
            }
        }
    }

    /** The numbers of the lanes that hold something. */
    public int[] laneNumbers() {
        TreeSet<Integer> numbers = new TreeSet<>();
        roles.with(Role.LIVE).forEach(number -> backlog(number).forEachLane(numbers::add));
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Sees a lane's number and an id in it. */
    @FunctionalInterface
    public interface LaneVisitor {
        void visit(int lane, long msgId);
    }

    // ---- what a replay to start needs to know ----

    /** The highest number of a backlog so far. */
    public int lastGeneration() {
        return roles.last();
    }

    /** Live backlogs that hold nothing, and what would be live and empty if a running replay failed now: a start drops them. */
    public List<Integer> emptyBacklogs() {
        List<Integer> empty = new ArrayList<>(1);
        for (Role role : Role.values()) {
            for (int number : roles.with(role)) {
                if (number != roles.replayed() && backlog(number).messages() == 0) {
                    empty.add(number);
                }
            }
        }
        return empty;
    }

    // ---- loading ----

    void loadTotal(long loadedBytes, byte[] loadedHorizons, byte[] loadedReplay, long asOf) {
        horizons.load(loadedHorizons);
        sizeBytes = loadedBytes;
        totalAsOf = asOf;
        if (loadedReplay.length > 0) {
            WireReader in = new WireReader(loadedReplay);
            int format = in.readByte();
            if (format != FORMAT) {
                throw new MalformedWireException("replay of format " + format + ", known: " + FORMAT);
            }
            roles.load(in);
            replay = EndpointReplay.load(in);
            replayedBytes = in.readVarLong();
            setAsideBytes = in.readVarLong();
            heldBackBytes = in.readVarLong();
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
        roles.serialize(out);
        replay.serialize(out);
        out.writeVarLong(replayedBytes).writeVarLong(setAsideBytes).writeVarLong(heldBackBytes);
        return out.toByteArray();
    }

    /** Makes the backlog that a row is of: whether there is one of that number, the fold knows only at its end. */
    Backlog backlogForLoad(int number) {
        return backlog(number);
    }

    /** Rows were loaded of backlogs that there are not: of those that were dropped, and their rows not yet deleted. */
    void dropUnknownBacklogs() {
        for (int number : List.copyOf(backlogs.keySet())) {
            if (roles.of(number) == null) {
                drop(number);
            }
        }
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
        int number = roles.receiving(msgId);
        if (number == 0) {
            return false;
        }
        Role role = roles.of(number);
        long added = backlog(number).place(lane, msgId, commitNo);
        if (role != Role.SET_ASIDE) {
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
        if (roles.of(generation) != Role.SET_ASIDE) {
            totals.addMessages(-1);
        }
        return true;
    }

    /** Bytes came into one of its backlogs, or left it. */
    void addBytes(int generation, long bytes, long commitNo) {
        change();
        Role role = roles.of(generation);
        if (commitNo > totalAsOf && role != null) {
            switch (role) {
                case LIVE -> sizeBytes += bytes;
                case SET_ASIDE -> setAsideBytes += bytes;
                case HELD_BACK -> heldBackBytes += bytes;
            }
            replayedBytes += generation == roles.replayed() ? bytes : 0;
            totals.addBytes(role == Role.SET_ASIDE ? 0 : bytes);
        }
        dirty.accept(new TotalKey(id));
    }

    void count(int generation, long msgId, int attempts, long delayedUntilMillis, long commitNo) {
        Backlog in = holding(generation, msgId);
        if (in != null) {
            in.notes().change(msgId, commitNo, note -> note.counted(attempts, delayedUntilMillis));
        }
    }

    void present(int generation, long msgId, int attempt, long commitNo) {
        Backlog in = holding(generation, msgId);
        if (in != null) {
            in.notes().change(msgId, commitNo, note -> note.presented(attempt));
        }
    }

    void delay(int generation, long msgId, long untilMillis, long commitNo) {
        Backlog in = holding(generation, msgId);
        if (in != null) {
            in.notes().change(msgId, commitNo, note -> note.delayed(untilMillis));
        }
    }

    /** A message published here has another's body. */
    void root(long msgId, long rootMsgId, long commitNo) {
        Backlog in = holding(roles.receiving(msgId), msgId);
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

    void reserve(long messages, long bytes) {
        change();
        reservedMessages += messages;
        reservedBytes += bytes;
        totals.addReservedBytes(bytes);
    }

    /** A replay began; the backlogs that are gone with that, which were empty. */
    void startReplay(ReplayStarted start, long commitNo) {
        if (commitNo <= totalAsOf) {
            return;
        }
        totals.addMessages(-messages());
        totals.addBytes(-sizeBytes);
        roles.start(start.generation(), start.heldBack(), start.heldFromMsgId(), start.emptied());
        start.emptied().forEach(this::drop);
        setAsideBytes = sizeBytes;
        sizeBytes = 0;
        replayedBytes = 0;
        heldBackBytes = 0;
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
        roles.join();
        sizeBytes += heldBackBytes;
        heldBackBytes = 0;
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
            roles.complete().forEach(number -> gone.add(drop(number)));
            sizeBytes -= replayedBytes;
            totals.addBytes(-replayedBytes);
        } else {
            long setAside = setAsideMessages();
            Backlog copies = drop(roles.fail());
            gone.add(copies);
            totals.addMessages(setAside - copies.messages());
            totals.addBytes(setAsideBytes - replayedBytes);
            sizeBytes += setAsideBytes + heldBackBytes - replayedBytes;
        }
        replayedBytes = 0;
        setAsideBytes = 0;
        heldBackBytes = 0;
        becomeReplay(replay.ended(end));
        dirty.accept(new TotalKey(id));
        return gone;
    }

    private void becomeReplay(EndpointReplay next) {
        change();
        totals.moveReplay(replay.state(), next.state());
        replay = next;
    }

    private Backlog drop(int number) {
        Backlog gone = backlogs.remove(number);
        dirty.accept(new DroppedBacklogKey(id, number));
        return gone == null ? new Backlog(id, number, dirty) : gone;
    }

    /** Drops lanes that emptied; at a quiet moment, never while they are walked. */
    void trimLanes() {
        backlogs.values().forEach(Backlog::trimLanes);
    }

    /** A backlog that this endpoint has, for a row of it; null if it has none of that number, or nothing in it. */
    @Nullable
    Backlog existing(int number) {
        return roles.of(number) == null ? null : backlog(number);
    }

    /** All that it has, whatever for. */
    Collection<Backlog> backlogs() {
        return backlogs.values();
    }

    byte[] horizons() {
        return horizons.serialize();
    }

    private @Nullable Backlog holding(int generation, long msgId) {
        Backlog in = existing(generation);
        return in != null && in.contains(msgId) ? in : null;
    }

    private Backlog backlog(int number) {
        return backlogs.computeIfAbsent(number, none -> new Backlog(id, none, dirty));
    }
}
