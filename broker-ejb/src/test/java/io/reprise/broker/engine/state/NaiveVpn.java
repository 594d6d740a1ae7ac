package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Quiesced;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.model.publish.BranchId;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The oracle beside {@link VpnState}: what a log means, in maps and sets, everything derived by counting anew. */
final class NaiveVpn {
    /** A message on an endpoint. */
    record Copy(int lane, int sizeBytes) {}

    /** An entry the log holds. */
    record Entry(int bodyBytes, boolean opening, int messages) {}

    /** The ids that an entry gave. */
    record Ids(long first, long last) {}

    /** A message in the replay log. */
    record Logged(long commitNo, int sizeBytes, long timeMillis) {}

    /** A prepared branch. */
    record Branch(long prepareCommitNo, PreparedWork work) {}

    /** An endpoint. */
    static final class Endpoint {
        final TreeMap<Long, Copy> copies = new TreeMap<>();
        /** Of messages that are in any way exceptional, by the engine's own record of that, as if never loaded. */
        final Map<Long, Note> notes = new HashMap<>();

        final long[] horizons = new long[Lanes.PRIORITIES];
        final long[] suspects = new long[Lanes.PRIORITIES];

        Note note(long msgId) {
            return notes.getOrDefault(msgId, Note.NONE);
        }

        private void note(long msgId, Note note) {
            if (!copies.containsKey(msgId) || note.isPlain()) {
                notes.remove(msgId);
            } else {
                notes.put(msgId, note);
            }
        }

        long sizeBytes() {
            return copies.values().stream().mapToLong(Copy::sizeBytes).sum();
        }
    }

    final TreeMap<Long, Endpoint> endpoints = new TreeMap<>();
    final TreeMap<String, TreeSet<Long>> publishers = new TreeMap<>();
    final Map<BranchId, Branch> branches = new LinkedHashMap<>();
    final TreeMap<Long, Entry> entries = new TreeMap<>();
    final Set<Long> deletedEntries = new HashSet<>();
    final Map<Long, Long> commitOfMessage = new HashMap<>();
    private final Map<Long, Ids> idsOfCommit = new HashMap<>();
    long lastCommitNo;
    long lastMsgId;
    long lastTimeMillis;
    long loggedCount;
    long loggedBytes;
    /** What the replay log holds. */
    final TreeMap<Long, Logged> replayLog = new TreeMap<>();

    long trimmedCount;
    long trimmedBytes;
    long trimmedThroughMsgId;
    long newestLoggedMsgId;
    long nextEndpointId = 1;

    void apply(long commitNo, EntryHead head, int bodyBytes) {
        lastCommitNo = commitNo;
        lastMsgId = Math.max(lastMsgId, head.lastMsgId());
        lastTimeMillis = Math.max(lastTimeMillis, head.lastTimeMillis());
        loggedCount = Math.max(loggedCount, head.loggedCount());
        loggedBytes = Math.max(loggedBytes, head.loggedBytes());
        boolean opening = head.effects().stream().anyMatch(Opened.class::isInstance);
        entries.put(commitNo, new Entry(bodyBytes, opening, head.messages().size()));
        if (!head.messages().isEmpty()) {
            List<MessageSlot> slots = head.messages();
            idsOfCommit.put(
                    commitNo,
                    new Ids(slots.get(0).msgId(), slots.get(slots.size() - 1).msgId()));
        }
        for (MessageSlot slot : head.messages()) {
            commitOfMessage.put(slot.msgId(), commitNo);
            if (slot.logged()) {
                replayLog.put(slot.msgId(), new Logged(commitNo, slot.sizeBytes(), slot.spooledTimeMillis()));
                newestLoggedMsgId = slot.msgId();
            }
            for (Placement placement : slot.placements()) {
                Endpoint endpoint = endpoints.get(placement.endpointId());
                if (endpoint != null) {
                    endpoint.copies.put(slot.msgId(), new Copy(placement.lane(), slot.sizeBytes()));
                    if (slot.alias() != null) {
                        endpoint.note(
                                slot.msgId(), new Note(0, 0, 0, slot.alias().rootMsgId(), 0));
                    }
                }
            }
        }
        head.effects().forEach(effect -> apply(effect, commitNo));
    }

    private void apply(Effect effect, long commitNo) {
        if (effect instanceof Removed removed) {
            Endpoint endpoint = ofGeneration(removed.endpointId(), removed.generation());
            for (long msgId : removed.msgIds()) {
                endpoint.copies.remove(msgId);
                endpoint.notes.remove(msgId);
            }
        } else if (effect instanceof PublisherAccepted accepted) {
            publishers
                    .computeIfAbsent(accepted.publisherId(), none -> new TreeSet<>())
                    .add(accepted.sequence());
        } else if (effect instanceof BranchPrepared prepared) {
            branches.put(prepared.branch(), new Branch(commitNo, prepared.work()));
        } else if (effect instanceof BranchDecided decided) {
            branches.remove(decided.branch());
        } else if (effect instanceof EndpointCreated created) {
            endpoints.putIfAbsent(created.endpointId(), new Endpoint());
            nextEndpointId = Math.max(nextEndpointId, created.endpointId() + 1);
        } else if (effect instanceof EndpointDeleted deleted) {
            endpoints.remove(deleted.endpointId());
        } else if (effect instanceof Trimmed trimmed) {
            trim(trimmed.throughMsgId());
        } else {
            deliver(effect);
        }
    }

    private void trim(long throughMsgId) {
        Map<Long, Logged> gone = replayLog.headMap(throughMsgId, true);
        trimmedCount += gone.size();
        trimmedBytes += gone.values().stream().mapToLong(Logged::sizeBytes).sum();
        trimmedThroughMsgId = Math.max(trimmedThroughMsgId, throughMsgId);
        gone.clear();
    }

    private void deliver(Effect effect) {
        if (effect instanceof Counted counted) {
            Endpoint endpoint = ofGeneration(counted.endpointId(), counted.generation());
            long root = endpoint.note(counted.msgId()).rootMsgId();
            endpoint.note(counted.msgId(), new Note(counted.attempts(), 0, counted.delayedUntilMillis(), root, 0));
        } else if (effect instanceof Presented presented) {
            Endpoint endpoint = ofGeneration(presented.endpointId(), presented.generation());
            Note was = endpoint.note(presented.msgId());
            endpoint.note(
                    presented.msgId(),
                    new Note(was.attempts(), presented.attempt(), was.delayedUntilMillis(), was.rootMsgId(), 0));
        } else if (effect instanceof Delayed delayed) {
            Endpoint endpoint = ofGeneration(delayed.endpointId(), delayed.generation());
            Note was = endpoint.note(delayed.msgId());
            endpoint.note(
                    delayed.msgId(),
                    new Note(was.attempts(), was.presented(), delayed.untilMillis(), was.rootMsgId(), 0));
        } else if (effect instanceof Horizon horizon) {
            long[] horizons = ofGeneration(horizon.endpointId(), 1).horizons;
            horizons[horizon.priority()] = Math.max(horizons[horizon.priority()], horizon.msgId());
        } else if (effect instanceof Opened) {
            endpoints
                    .values()
                    .forEach(each -> Arrays.setAll(each.suspects, i -> Math.max(each.suspects[i], each.horizons[i])));
        } else if (effect instanceof Quiesced) {
            endpoints.values().forEach(each -> Arrays.setAll(each.horizons, i -> each.suspects[i]));
        }
    }

    /** The endpoint, or one that nobody sees if there is none, or not in this generation (the only one is 1 so far). */
    private Endpoint ofGeneration(long endpointId, int generation) {
        return generation == 1 ? endpoints.getOrDefault(endpointId, new Endpoint()) : new Endpoint();
    }

    /** An endpoint that exists. */
    Endpoint endpoint(long id) {
        return Objects.requireNonNull(endpoints.get(id));
    }

    /** The ids of an entry with messages. */
    Ids idsOf(long commitNo) {
        return Objects.requireNonNull(idsOfCommit.get(commitNo));
    }

    /** The entry that holds a message. */
    long commitOf(long msgId) {
        return Objects.requireNonNull(commitOfMessage.get(msgId));
    }

    void deleteEntries(Collection<Long> commitNos) {
        entries.keySet().removeAll(commitNos);
        deletedEntries.addAll(commitNos);
    }

    void shrink(long commitNo, int bodyBytes) {
        entries.computeIfPresent(commitNo, (same, entry) -> new Entry(bodyBytes, entry.opening(), entry.messages()));
    }

    Set<AckRef> inDoubt() {
        Set<AckRef> result = new HashSet<>();
        branches.values().forEach(branch -> result.addAll(branch.work().acknowledgements()));
        return result;
    }

    /** The messages whose bodies moved ones have [LOG.md L13]. */
    Set<Long> roots() {
        return endpoints.values().stream()
                .flatMap(endpoint -> endpoint.notes.values().stream())
                .map(Note::rootMsgId)
                .filter(root -> root != 0)
                .collect(Collectors.toSet());
    }

    /** What keeps each entry alive, counted: a copy on an endpoint, a moved one's body, an undecided branch, a message in the replay log. */
    Map<Long, Integer> references() {
        Map<Long, Integer> result = new HashMap<>();
        for (Endpoint endpoint : endpoints.values()) {
            endpoint.copies.keySet().forEach(msgId -> result.merge(commitOf(msgId), 1, Integer::sum));
            endpoint.notes.values().stream()
                    .filter(note -> note.rootMsgId() != 0)
                    .forEach(note -> result.merge(commitOf(note.rootMsgId()), 1, Integer::sum));
        }
        branches.values().forEach(branch -> result.merge(branch.prepareCommitNo(), 1, Integer::sum));
        replayLog.values().forEach(logged -> result.merge(logged.commitNo(), 1, Integer::sum));
        return result;
    }

    /** Entries of the log that nothing keeps alive, but for opening ones [LOG.md L7]. */
    TreeSet<Long> dead(Map<Long, Integer> references) {
        TreeSet<Long> result = new TreeSet<>();
        entries.forEach((commitNo, entry) -> {
            if (!entry.opening() && !references.containsKey(commitNo)) {
                result.add(commitNo);
            }
        });
        return result;
    }
}
