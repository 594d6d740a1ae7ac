package io.reprise.broker.engine.state;

import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each backlog of an endpoint is for. Published messages go to one of those that receive, by their ids alone: the one whose range
 * of ids they lie in; so a fold finds the same one whatever it knows already. Copies that a replay puts on the endpoint are in a
 * backlog of their own. Among those that are live, the order of numbers is the order of ids. Not thread-safe: the committer's.
 */
final class BacklogRoles {
    /** The ordinals are stored. */
    enum Role {
        /** Its messages are delivered. */
        LIVE,
        /** It was live when a replay began; it is again if that fails, and gone when it completes [LOG.md L21]. */
        SET_ASIDE,
        /** Live messages wait in it for the replay's end. */
        HELD_BACK
    }

    private static final int FIRST = 1;
    private static final int NOBODY = 0;

    private final TreeMap<Integer, Role> roles = new TreeMap<>(Map.of(FIRST, Role.LIVE));
    /** From which id on a backlog receives, until the next one does; {@link #NOBODY} where that is gone. */
    private final TreeMap<Long, Integer> receiving = new TreeMap<>(Map.of(0L, FIRST));

    private int replayed;
    private int last = FIRST;

    /** Null if there is no such backlog, or no longer. */
    @Nullable
    Role of(int number) {
        return roles.get(number);
    }

    /** The backlog that a message of this id was, or is, published to; 0 if that is gone. */
    int receiving(long msgId) {
        Map.Entry<Long, Integer> from = receiving.floorEntry(msgId);
        return from == null ? 0 : from.getValue();
    }

    /** Where the copies are that the running replay has put on the endpoint; 0 if none runs. */
    int replayed() {
        return replayed;
    }

    /** The highest number given so far. */
    int last() {
        return last;
    }

    List<Integer> with(Role role) {
        List<Integer> result = new ArrayList<>(2);
        roles.forEach((number, has) -> {
            if (has == role) {
                result.add(number);
            }
        });
        return result;
    }

    /** From which ids on which live backlog has the messages, rising. */
    Map<Long, Integer> liveRanges() {
        Map<Long, Integer> result = new TreeMap<>();
        if (replayed != 0) {
            result.put(0L, replayed);
        }
        receiving.forEach((from, number) -> {
            if (roles.get(number) == Role.LIVE) {
                result.put(from, number);
            }
        });
        return result;
    }

    /**
     * A replay begins.
     *
     * @param emptied live ones that hold nothing and are not kept
     */
    void start(int replayedNumber, int heldBack, long heldFromMsgId, List<Integer> emptied) {
        emptied.forEach(this::drop);
        roles.replaceAll((number, role) -> Role.SET_ASIDE);
        roles.put(replayedNumber, Role.LIVE);
        roles.put(heldBack, Role.HELD_BACK);
        receiving.put(heldFromMsgId, heldBack);
        replayed = replayedNumber;
        last = heldBack;
    }

    /** What was held back is live. */
    void join() {
        roles.replaceAll((number, role) -> role == Role.HELD_BACK ? Role.LIVE : role);
    }

    /** The replay failed: what was there before is live again, and what was held back; the number of the backlog that is gone. */
    int fail() {
        int gone = replayed;
        drop(gone);
        roles.replaceAll((number, role) -> Role.LIVE);
        replayed = 0;
        return gone;
    }

    /** The replay is complete; the numbers of the backlogs that are gone. */
    List<Integer> complete() {
        List<Integer> gone = with(Role.SET_ASIDE);
        gone.add(replayed);
        gone.forEach(this::drop);
        replayed = 0;
        return gone;
    }

    /** Its range of ids stays nobody's: a fold that comes by again must not take what was published there for another's. */
    private void drop(int number) {
        roles.remove(number);
        receiving.replaceAll((from, receives) -> receives == number ? NOBODY : receives);
        Integer before = null;
        for (Iterator<Integer> all = receiving.values().iterator(); all.hasNext(); ) {
            Integer receives = all.next();
            if (receives == NOBODY && before != null && before == NOBODY) {
                all.remove();
            }
            before = receives;
        }
    }

    void serialize(WireWriter out) {
        out.writeVarInt(replayed).writeVarInt(last).writeVarInt(roles.size());
        roles.forEach((number, role) -> out.writeVarInt(number).writeByte(role.ordinal()));
        out.writeVarInt(receiving.size());
        receiving.forEach((from, number) -> out.writeVarLong(from).writeVarInt(number));
    }

    /** Reads what {@link #serialize} wrote; {@link MalformedWireException} if it can't be that. */
    void load(WireReader in) {
        roles.clear();
        receiving.clear();
        replayed = in.readVarInt();
        last = in.readVarInt();
        int count = in.readCount();
        for (int i = 0; i < count; i++) {
            int number = in.readVarInt();
            int role = in.readByte();
            if (role >= Role.values().length) {
                throw new MalformedWireException("role " + role + " of backlog " + number + ", allowed 0-2");
            }
            roles.put(number, Role.values()[role]);
        }
        int ranges = in.readCount();
        for (int i = 0; i < ranges; i++) {
            receiving.put(in.readVarLong(), in.readVarInt());
        }
    }
}
