package io.reprise.broker.engine.state;

import io.reprise.broker.engine.state.BacklogRoles.Role;
import io.reprise.broker.engine.state.UnitKey.DroppedBacklogKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The backlogs of one endpoint by their numbers, and what each is for. A backlog without a role is none: rows of it may be there still. Not
 * thread-safe: the committer's.
 */
final class Backlogs {
    private final long endpointId;
    private final TreeMap<Integer, Backlog> backlogs = new TreeMap<>();
    private final BacklogRoles roles = new BacklogRoles();
    private final Consumer<UnitKey> dirty;

    Backlogs(long endpointId, Consumer<UnitKey> dirty) {
        this.endpointId = endpointId;
        this.dirty = dirty;
    }

    BacklogRoles roles() {
        return roles;
    }

    /** One of that number, made if there is none. */
    Backlog of(int number) {
        return backlogs.computeIfAbsent(number, none -> new Backlog(endpointId, none, dirty));
    }

    /** One that has a role; null if none of that number has. */
    @Nullable
    Backlog existing(int number) {
        return roles.of(number) == null ? null : of(number);
    }

    /** One that has a role, and the message; else null. */
    @Nullable
    Backlog holding(int number, long msgId) {
        Backlog in = existing(number);
        return in != null && in.contains(msgId) ? in : null;
    }

    Collection<Backlog> all() {
        return backlogs.values();
    }

    Backlog drop(int number) {
        Backlog gone = backlogs.remove(number);
        dirty.accept(new DroppedBacklogKey(endpointId, number));
        return gone == null ? new Backlog(endpointId, number, dirty) : gone;
    }

    /** Drops those without a role. */
    void dropUnknown() {
        for (int number : List.copyOf(backlogs.keySet())) {
            if (roles.of(number) == null) {
                drop(number);
            }
        }
    }

    long messages(Role role) {
        long sum = 0;
        for (int number : roles.with(role)) {
            sum += of(number).messages();
        }
        return sum;
    }

    /** Copies of a running replay. */
    long replayedMessages() {
        return roles.replayed() == 0 ? 0 : of(roles.replayed()).messages();
    }

    boolean isCopy(long msgId) {
        return roles.replayed() != 0 && of(roles.replayed()).contains(msgId);
    }

    /** Where a message of this id is, or would be, published to. */
    int generationOf(long msgId) {
        return isCopy(msgId) ? roles.replayed() : roles.receiving(msgId);
    }

    /** What is noted of a message where it is, or would be. */
    Note note(long msgId) {
        return note(generationOf(msgId), msgId);
    }

    /** What is noted of a message in one of them. */
    Note note(int number, long msgId) {
        Backlog in = backlogs.get(number);
        return in == null ? Note.NONE : in.notes().of(msgId);
    }

    boolean isLive(long msgId) {
        for (int number : roles.with(Role.LIVE)) {
            if (of(number).contains(msgId)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is in this one, and this one is for that. */
    boolean contains(Role role, int number, long msgId) {
        return roles.of(number) == role && of(number).contains(msgId);
    }

    /** Whether any has the message, whatever for. */
    boolean hold(long msgId) {
        for (Backlog backlog : backlogs.values()) {
            if (roles.of(backlog.number) != null && backlog.contains(msgId)) {
                return true;
            }
        }
        return false;
    }

    /** The lowest id in those of a role; 0 if there is none. */
    long firstMsgId(Role role) {
        long first = 0;
        for (int number : roles.with(role)) {
            long lowest = of(number).firstMsgId();
            first = first == 0 ? lowest : lowest == 0 ? first : Math.min(first, lowest);
        }
        return first;
    }

    /** The highest live id; 0 if there is none. */
    long lastMsgId() {
        long last = 0;
        for (int number : roles.with(Role.LIVE)) {
            last = Math.max(last, of(number).lastMsgId());
        }
        return last;
    }

    void forEachLive(LaneVisitor each) {
        roles.with(Role.LIVE).forEach(number -> of(number).forEach(each));
    }

    void forEach(int number, LaneVisitor each) {
        Backlog backlog = backlogs.get(number);
        if (backlog != null) {
            backlog.forEach(each);
        }
    }

    /** Live ids of one lane from {@code from} on, rising, until {@code each} returns false. */
    void forEachInLane(int lane, long from, IdVisitor each) {
        for (int number : roles.with(Role.LIVE)) {
            if (!of(number).forEachInLane(lane, from, each)) {
                return;
            }
        }
    }

    /** The numbers of the lanes that hold something live. */
    int[] laneNumbers() {
        TreeSet<Integer> numbers = new TreeSet<>();
        roles.with(Role.LIVE).forEach(number -> of(number).forEachLane(numbers::add));
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    void forEachPresented(PresentedVisitor each) {
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

    /** All with a role but a replay's copies, by role. */
    List<Integer> published() {
        List<Integer> result = new ArrayList<>(2);
        for (Role role : Role.values()) {
            roles.with(role).stream()
                    .filter(number -> number != roles.replayed())
                    .forEach(result::add);
        }
        return result;
    }
}
