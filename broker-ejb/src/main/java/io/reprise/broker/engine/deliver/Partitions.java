package io.reprise.broker.engine.deliver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which flow gets which partition of a queue, and which session is at work on it [spec 1.4, ADR 0010]. Partitions are dealt out evenly;
 * when flows come and go as few move as possible. Whoever has one now, nobody takes from it while another session has something of it
 * that is not settled: so its messages are handled one after another, whoever handles them. Not thread-safe: guarded by its
 * {@link DispatchMonitor}.
 */
final class Partitions {
    private @Nullable EngineFlow[] owners = {};
    private final Map<Integer, AtWork> atWork = new HashMap<>();

    private static final class AtWork {
        final EngineSession session;
        int messages;

        AtWork(EngineSession session) {
            this.session = session;
        }
    }

    /** Deals so many partitions out to the flows; 0 for a queue that has none. */
    void deal(int count, List<EngineFlow> flows) {
        owners = Arrays.copyOf(owners, count);
        Map<EngineFlow, Integer> shares = shares(count, flows);
        List<Integer> open = new ArrayList<>();
        for (int partition = 0; partition < count; partition++) {
            EngineFlow owner = owners[partition];
            int left = owner == null ? 0 : shares.getOrDefault(owner, 0);
            if (owner != null && left > 0) {
                shares.put(owner, left - 1);
            } else {
                owners[partition] = null;
                open.add(partition);
            }
        }
        for (EngineFlow flow : flows) {
            for (int left = shares.getOrDefault(flow, 0); left > 0 && !open.isEmpty(); left--) {
                owners[open.remove(0)] = flow;
            }
        }
    }

    /** How many each gets; those that have most already get the odd ones. */
    private Map<EngineFlow, Integer> shares(int count, List<EngineFlow> flows) {
        Map<EngineFlow, Integer> shares = new HashMap<>();
        List<EngineFlow> byWhatTheyHave = new ArrayList<>(flows);
        byWhatTheyHave.sort((one, other) -> Integer.compare(held(other), held(one)));
        for (int i = 0; i < byWhatTheyHave.size(); i++) {
            shares.put(byWhatTheyHave.get(i), count / flows.size() + (i < count % flows.size() ? 1 : 0));
        }
        return shares;
    }

    private int held(EngineFlow flow) {
        int held = 0;
        for (EngineFlow owner : owners) {
            held += owner == flow ? 1 : 0;
        }
        return held;
    }

    /** Whether the queue has any. */
    boolean areUsed() {
        return owners.length > 0;
    }

    boolean hasAny(EngineFlow flow) {
        return held(flow) > 0;
    }

    /** How many flows have one. */
    int flows() {
        return (int)
                Arrays.stream(owners).filter(owner -> owner != null).distinct().count();
    }

    /** Where a message of that partition number is kept; it may come from a queue that has more. */
    int of(int partition) {
        return areUsed() ? partition % owners.length : 0;
    }

    boolean mayTakeFrom(int partition, EngineSession session) {
        AtWork now = atWork.get(partition);
        return owners[partition] == session.flow() && (now == null || now.session == session);
    }

    void took(int partition, EngineSession session) {
        atWork.computeIfAbsent(partition, none -> new AtWork(session)).messages++;
    }

    /** A message of it is settled, or back in its place. */
    void gaveUp(int partition) {
        AtWork now = atWork.get(partition);
        if (now != null && --now.messages == 0) {
            atWork.remove(partition);
        }
    }
}
