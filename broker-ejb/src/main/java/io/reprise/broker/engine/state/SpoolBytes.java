package io.reprise.broker.engine.state;

import io.reprise.broker.engine.state.BacklogRoles.Role;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;

/**
 * What an endpoint's backlogs use of its quota, bytes, by what they are for. A replay's steps move whole sums from one to another. Not
 * thread-safe: the committer's.
 */
final class SpoolBytes {
    private long live;
    /** Those of the live ones that a replay has put there. */
    private long replayed;

    private long setAside;
    private long heldBack;

    long live() {
        return live;
    }

    long heldBack() {
        return heldBack;
    }

    /** Of all backlogs of one role, a replay's copies apart. */
    long of(Role role, boolean copies) {
        return switch (role) {
            case LIVE -> copies ? replayed : live - replayed;
            case SET_ASIDE -> setAside;
            case HELD_BACK -> heldBack;
        };
    }

    /** Bytes came into a backlog of this role, or left it. */
    void add(Role role, boolean copies, long bytes) {
        switch (role) {
            case LIVE -> live += bytes;
            case SET_ASIDE -> setAside += bytes;
            case HELD_BACK -> heldBack += bytes;
        }
        replayed += copies ? bytes : 0;
    }

    /** A replay began: what was live is set aside. */
    void start() {
        setAside = live;
        live = 0;
        replayed = 0;
        heldBack = 0;
    }

    /** What was held back is live now. */
    void join() {
        live += heldBack;
        heldBack = 0;
    }

    /**
     * The replay is complete: its copies and what was set aside are gone.
     *
     * @return by how much that changes what the VPN owes
     */
    long complete() {
        long change = -replayed;
        live += change;
        over();
        return change;
    }

    /** The replay came to nothing: its copies are gone, what was set aside and held back is live; the same answer. */
    long fail() {
        long change = setAside - replayed;
        live += change + heldBack;
        over();
        return change;
    }

    private void over() {
        replayed = 0;
        setAside = 0;
        heldBack = 0;
    }

    void load(long loadedLive) {
        live = loadedLive;
    }

    /** All but what is live, which its row has in a column of its own. */
    void load(WireReader in) {
        replayed = in.readVarLong();
        setAside = in.readVarLong();
        heldBack = in.readVarLong();
    }

    void serialize(WireWriter out) {
        out.writeVarLong(replayed).writeVarLong(setAside).writeVarLong(heldBack);
    }
}
