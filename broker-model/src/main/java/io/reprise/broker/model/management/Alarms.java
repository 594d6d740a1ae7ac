package io.reprise.broker.model.management;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The alarms of a broker: those that hold, and the last ones that ended. Each change is one line of the log. One for each broker:
 * {@code broker.shared(Alarms.class, Alarms::new)}. Guarded by its monitor; of this server's memory only.
 */
public final class Alarms {
    private static final System.Logger LOG = System.getLogger(Alarms.class.getName());
    private static final int KEPT = 100;

    private final Map<Key, AlarmView> holding = new LinkedHashMap<>();
    private final Deque<AlarmView> ended = new ArrayDeque<>();

    private record Key(AlarmCode code, String vpn, String subject) {}

    /** It holds; one that holds already only changes its detail. */
    public synchronized void raise(AlarmCode code, String vpn, String subject, String detail, Instant now) {
        Key key = new Key(code, vpn, subject);
        AlarmView before = holding.get(key);
        Instant since = before == null ? now : before.since();
        holding.put(key, new AlarmView(code, vpn, subject, detail, since, Optional.empty()));
        if (before == null) {
            LOG.log(System.Logger.Level.WARNING, "[alarm {0}] VPN ''{1}'' {2}: {3}", code.slug(), vpn, subject, detail);
        }
    }

    /** It holds no more; without effect if it did not. */
    public synchronized void clear(AlarmCode code, String vpn, String subject, Instant now) {
        AlarmView before = holding.remove(new Key(code, vpn, subject));
        if (before == null) {
            return;
        }
        if (ended.size() == KEPT) {
            ended.removeFirst();
        }
        ended.addLast(new AlarmView(code, vpn, subject, before.detail(), before.since(), Optional.of(now)));
        LOG.log(System.Logger.Level.INFO, "[alarm {0}] VPN ''{1}'' {2}: cleared", code.slug(), vpn, subject);
    }

    /**
     * All that hold of one kind in a VPN, at once.
     *
     * @param details by subject
     */
    public synchronized void set(AlarmCode code, String vpn, Map<String, String> details, Instant now) {
        for (Key key : List.copyOf(holding.keySet())) {
            if (key.code() == code && key.vpn().equals(vpn) && !details.containsKey(key.subject())) {
                clear(code, vpn, key.subject(), now);
            }
        }
        details.forEach((subject, detail) -> raise(code, vpn, subject, detail, now));
    }

    /** Whether it holds. */
    public synchronized boolean holds(AlarmCode code, String vpn, String subject) {
        return holding.containsKey(new Key(code, vpn, subject));
    }

    /** Those of a VPN that ended, the oldest first, then those that hold. */
    public synchronized List<AlarmView> list(String vpn) {
        List<AlarmView> all = new ArrayList<>(ended);
        all.addAll(holding.values());
        return all.stream().filter(alarm -> alarm.vpnName().equals(vpn)).toList();
    }

    /** How many of one kind hold in a VPN. */
    public synchronized long holding(AlarmCode code, String vpn) {
        return holding.keySet().stream()
                .filter(key -> key.code() == code && key.vpn().equals(vpn))
                .count();
    }
}
