package io.reprise.broker.engine.client;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ClientView;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The clients of a VPN that are here, or were lately: of this server's memory only. At most {@link #MOST} are known, but for those that
 * are bound or subscribed: for one more the one that has been idle longest is forgotten, and counted anew should it come again.
 * Thread-safe.
 */
public final class Clients {
    static final int MOST = 1_000;
    /** Longer names are cut: they are for people, and anybody may give them. */
    static final int LONGEST_NAME = 160;

    private final ConcurrentSkipListMap<String, ClientTally> known = new ConcurrentSkipListMap<>();
    private final InstantSource clock;

    public Clients(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * The client of that name, known from now on.
     *
     * @param username who it says it is; empty if that is not known
     */
    public ClientTally client(String name, String username) {
        if (name.isBlank()) {
            return ClientTally.NOBODY;
        }
        String kept = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
        ClientTally tally = known.get(kept);
        if (tally == null) {
            tally = enter(kept);
        }
        tally.username(username);
        return tally;
    }

    private synchronized ClientTally enter(String name) {
        ClientTally there = known.get(name);
        if (there != null) {
            return there;
        }
        if (known.size() >= MOST) {
            forgetIdlest();
        }
        ClientTally made = new ClientTally(name, clock);
        known.put(name, made);
        return made;
    }

    private void forgetIdlest() {
        known.entrySet().stream()
                .filter(entry -> entry.getValue().isIdle())
                .min(Comparator.comparingLong(entry -> entry.getValue().lastMillis()))
                .ifPresent(entry -> known.remove(entry.getKey()));
    }

    /** All that are known, in the order of their names. */
    public List<ClientView> list() {
        return known.values().stream().map(ClientTally::view).toList();
    }

    /** @throws BrokerException {@code NOT_FOUND} */
    public ClientView view(String name) {
        ClientTally tally = known.get(name);
        if (tally == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "client '" + name + "' does not exist");
        }
        return tally.view();
    }
}
