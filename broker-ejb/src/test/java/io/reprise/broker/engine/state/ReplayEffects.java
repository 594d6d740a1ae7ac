package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayJoined;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes steps of replays that a committer could have decided on, from the oracle's state. */
final class ReplayEffects {
    private final Random random;
    private final NaiveVpn vpn;

    ReplayEffects(Random random, NaiveVpn vpn) {
        this.random = random;
        this.vpn = vpn;
    }

    /** The start of one, for an entry of its own; nothing now and then. */
    List<Effect> start() {
        List<Long> all = new ArrayList<>(vpn.endpoints.keySet());
        if (all.isEmpty() || !chance(0.06)) {
            return List.of();
        }
        long id = all.get(random.nextInt(all.size()));
        NaiveVpn.Endpoint endpoint = vpn.endpoint(id);
        List<Effect> effects = new ArrayList<>();
        if (endpoint.isReplaying()) {
            effects.add(new ReplayEnded(id, endpoint.replay.generation(), ReplayFailure.CANCELLED, vpn.lastTimeMillis));
        }
        TreeSet<Integer> emptied = new TreeSet<>(endpoint.generations);
        endpoint.parts().forEach(part -> part.copies.values().forEach(copy -> emptied.remove(copy.generation())));
        if (endpoint.isReplaying()) {
            emptied.remove(endpoint.replay.generation());
        }
        long from = (long) (random.nextDouble() * vpn.lastMsgId);
        long through = chance(0.7) ? vpn.lastMsgId : from + (long) (random.nextDouble() * (vpn.lastMsgId - from));
        effects.add(new ReplayStarted(
                id,
                endpoint.lastGeneration + 1,
                endpoint.lastGeneration + 2,
                vpn.lastMsgId + 1,
                List.copyOf(emptied),
                chance(0.3) ? "request " + random.nextInt(5) : "",
                from,
                through,
                random.nextInt(3),
                List.of("a/>"),
                vpn.lastTimeMillis));
        return effects;
    }

    /** What else a replay may do, for the end of an entry. */
    List<Effect> steps() {
        List<Effect> effects = new ArrayList<>();
        vpn.endpoints.forEach((id, endpoint) -> {
            if (endpoint.replay.state().holdsBack() && chance(0.5)) {
                feed(id, endpoint, effects);
            } else if (endpoint.isReplaying() && chance(0.03)) {
                effects.add(new ReplayEnded(
                        id,
                        endpoint.replay.generation(),
                        chance(0.5) ? ReplayFailure.CANCELLED : ReplayFailure.MESSAGE_UNAVAILABLE,
                        vpn.lastTimeMillis));
            } else if (endpoint.replay.state() == ReplayState.PENDING_COMPLETE && isDone(endpoint)) {
                effects.add(new ReplayEnded(id, endpoint.replay.generation(), ReplayFailure.NONE, vpn.lastTimeMillis));
            }
        });
        return effects;
    }

    private static boolean isDone(NaiveVpn.Endpoint endpoint) {
        return endpoint.copies.values().stream().noneMatch(copy -> copy.generation() == endpoint.replay.generation());
    }

    private void feed(long id, NaiveVpn.Endpoint endpoint, List<Effect> effects) {
        EndpointReplay replay = endpoint.replay;
        long span = replay.throughMsgId() - replay.cursorMsgId();
        long cursor = chance(0.3) ? replay.throughMsgId() : replay.cursorMsgId() + (long) (random.nextDouble() * span);
        TreeMap<Long, Integer> found = new TreeMap<>();
        vpn.replayLog.subMap(replay.cursorMsgId(), false, cursor, true).forEach((msgId, logged) -> {
            if (chance(0.7)) {
                found.put(msgId, logged.sizeBytes());
            }
        });
        boolean expires = chance(0.3);
        boolean sameLane = chance(0.5);
        effects.add(new Fed(
                id,
                replay.generation(),
                cursor,
                found.keySet().stream().mapToLong(Long::longValue).toArray(),
                found.keySet().stream()
                        .mapToInt(msgId -> sameLane ? 4 : (int) (msgId % 3))
                        .toArray(),
                found.keySet().stream()
                        .mapToLong(msgId -> expires ? msgId % 2 * 1_000 : 0)
                        .toArray(),
                found.values().stream().mapToLong(Integer::longValue).sum(),
                vpn.lastTimeMillis));
        if (cursor == replay.throughMsgId()) {
            effects.add(new ReplayJoined(id, replay.generation()));
        }
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }
}
