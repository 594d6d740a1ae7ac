package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Quiesced;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayJoined;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.replay.ReplayFailure;
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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The oracle beside {@link VpnState}: what a log means, in maps and sets, everything derived by counting anew. */
final class NaiveVpn {
    /** A message on an endpoint. */
    record Copy(int lane, int sizeBytes, int generation) {}

    /** An entry the log holds. */
    record Entry(int bodyBytes, boolean opening, int messages) {}

    /** The ids that an entry gave. */
    record Ids(long first, long last) {}

    /** A message in the replay log. */
    record Logged(long commitNo, int sizeBytes, long timeMillis) {}

    /** A prepared branch. */
    record Branch(long prepareCommitNo, PreparedWork work) {}

    /** Messages that share a fate, and what is exceptional about them, by the engine's own record of that, as if never loaded. */
    static final class Part {
        final TreeMap<Long, Copy> copies = new TreeMap<>();
        final Map<Long, Note> notes = new HashMap<>();

        private void note(long msgId, int generation, UnaryOperator<Note> change) {
            Copy copy = copies.get(msgId);
            if (copy == null || copy.generation() != generation) {
                return;
            }
            Note note = change.apply(notes.getOrDefault(msgId, Note.NONE));
            if (note.isPlain()) {
                notes.remove(msgId);
            } else {
                notes.put(msgId, note);
            }
        }

        private void remove(long msgId, int generation) {
            Copy copy = copies.get(msgId);
            if (copy != null && copy.generation() == generation) {
                copies.remove(msgId);
                notes.remove(msgId);
            }
        }

        private void moveTo(Part other) {
            other.copies.putAll(copies);
            other.notes.putAll(notes);
            copies.clear();
            notes.clear();
        }

        long sizeBytes() {
            return copies.values().stream().mapToLong(Copy::sizeBytes).sum();
        }
    }

    /** An endpoint. */
    static final class Endpoint {
        final Part live = new Part();
        final Part setAside = new Part();
        final Part heldBack = new Part();
        final TreeMap<Long, Copy> copies = live.copies;
        final Map<Long, Note> notes = live.notes;
        final long[] horizons = new long[Lanes.PRIORITIES];
        final long[] suspects = new long[Lanes.PRIORITIES];
        /** Backlogs that exist. */
        final TreeSet<Integer> generations = new TreeSet<>(Set.of(1));

        int receiving = 1;
        int lastGeneration = 1;
        EndpointReplay replay = EndpointReplay.NONE;

        Note note(long msgId) {
            return notes.getOrDefault(msgId, Note.NONE);
        }

        List<Part> parts() {
            return List.of(live, setAside, heldBack);
        }

        boolean isReplaying() {
            return replay.state().isRunning();
        }

        long sizeBytes() {
            return live.sizeBytes();
        }

        private Part receivingPart() {
            return replay.state().holdsBack() ? heldBack : live;
        }

        private void start(ReplayStarted start) {
            live.moveTo(setAside);
            generations.removeAll(start.emptied());
            generations.addAll(List.of(start.generation(), start.heldBack()));
            receiving = start.heldBack();
            lastGeneration = start.heldBack();
            replay = replay.started(start);
        }

        private void end(ReplayEnded end) {
            for (long msgId : List.copyOf(copies.keySet())) {
                live.remove(msgId, end.generation());
            }
            generations.remove(end.generation());
            if (end.failure() == ReplayFailure.NONE) {
                generations.removeIf(generation -> generation < end.generation());
                setAside.copies.clear();
                setAside.notes.clear();
            } else {
                setAside.moveTo(live);
                heldBack.moveTo(live);
            }
            replay = replay.ended(end);
        }
    }

    /** With {@link VpnState#SNAPSHOTS}. */
    final TreeMap<Long, Endpoint> endpoints = new TreeMap<>(Map.of(VpnState.SNAPSHOTS, new Endpoint()));

    final TreeMap<String, TreeSet<Long>> publishers = new TreeMap<>();
    final Map<BranchId, Branch> branches = new LinkedHashMap<>();
    final TreeMap<Long, Entry> entries = new TreeMap<>();
    final Set<Long> deletedEntries = new HashSet<>();
    final Map<Long, Long> commitOfMessage = new HashMap<>();
    private final Map<Long, Ids> idsOfCommit = new HashMap<>();
    private final Map<Long, Integer> sizeOfMessage = new HashMap<>();
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
                sizeOfMessage.put(slot.msgId(), slot.sizeBytes());
            }
            for (Placement placement : slot.placements()) {
                Endpoint endpoint = endpoints.get(placement.endpointId());
                if (endpoint != null) {
                    Part part = endpoint.receivingPart();
                    part.copies.put(slot.msgId(), new Copy(placement.lane(), slot.sizeBytes(), endpoint.receiving));
                    if (slot.alias() != null) {
                        long rootMsgId = slot.rootMsgId();
                        part.note(slot.msgId(), endpoint.receiving, note -> note.rooted(rootMsgId));
                    }
                }
            }
        }
        head.effects().forEach(effect -> apply(effect, commitNo));
    }

    private void apply(Effect effect, long commitNo) {
        if (effect instanceof Removed removed) {
            for (Part part : of(removed.endpointId()).parts()) {
                for (long msgId : removed.msgIds()) {
                    part.remove(msgId, removed.generation());
                }
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
            for (Part part : of(counted.endpointId()).parts()) {
                part.note(
                        counted.msgId(),
                        counted.generation(),
                        note -> note.counted(counted.attempts(), counted.delayedUntilMillis()));
            }
        } else if (effect instanceof Presented presented) {
            for (Part part : of(presented.endpointId()).parts()) {
                part.note(presented.msgId(), presented.generation(), note -> note.presented(presented.attempt()));
            }
        } else if (effect instanceof Delayed delayed) {
            for (Part part : of(delayed.endpointId()).parts()) {
                part.note(delayed.msgId(), delayed.generation(), note -> note.delayed(delayed.untilMillis()));
            }
        } else if (effect instanceof Horizon horizon) {
            long[] horizons = of(horizon.endpointId()).horizons;
            horizons[horizon.priority()] = Math.max(horizons[horizon.priority()], horizon.msgId());
        } else if (effect instanceof Opened) {
            endpoints.values().forEach(each -> {
                Arrays.setAll(each.suspects, i -> Math.max(each.suspects[i], each.horizons[i]));
                each.replay = each.isReplaying() ? each.replay.suspected() : each.replay;
            });
        } else if (effect instanceof Quiesced) {
            endpoints.values().forEach(each -> Arrays.setAll(each.horizons, i -> each.suspects[i]));
        } else {
            replay(effect);
        }
    }

    private void replay(Effect effect) {
        if (effect instanceof ReplayStarted start) {
            of(start.endpointId()).start(start);
        } else if (effect instanceof Fed fed) {
            Endpoint endpoint = of(fed.endpointId());
            for (int i = 0; i < fed.msgIds().length; i++) {
                long msgId = fed.msgIds()[i];
                long expires = fed.expirationMillis()[i];
                int size = Objects.requireNonNull(sizeOfMessage.get(msgId));
                endpoint.copies.put(msgId, new Copy(fed.lanes()[i], size, fed.generation()));
                endpoint.live.note(msgId, fed.generation(), note -> note.expiring(expires));
            }
            endpoint.replay = endpoint.replay.fed(fed);
        } else if (effect instanceof ReplayJoined joined) {
            Endpoint endpoint = of(joined.endpointId());
            endpoint.heldBack.moveTo(endpoint.live);
            endpoint.replay = endpoint.replay.joined();
        } else if (effect instanceof ReplayEnded ended) {
            of(ended.endpointId()).end(ended);
        }
    }

    /** The endpoint, or one that nobody sees if there is none. */
    private Endpoint of(long endpointId) {
        return endpoints.getOrDefault(endpointId, new Endpoint());
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

    /** Whether any endpoint has a message, live or not. */
    boolean isHeld(long msgId) {
        return endpoints.values().stream()
                .flatMap(endpoint -> endpoint.parts().stream())
                .anyMatch(part -> part.copies.containsKey(msgId));
    }

    /** Those that count for the VPN's quota. */
    Collection<Endpoint> counted() {
        return endpoints.tailMap(VpnState.SNAPSHOTS, false).values();
    }

    Set<AckRef> inDoubt() {
        Set<AckRef> result = new HashSet<>();
        branches.values().forEach(branch -> result.addAll(branch.work().acknowledgements()));
        return result;
    }

    /** The messages whose bodies moved ones have [LOG.md L13]. */
    Set<Long> roots() {
        return endpoints.values().stream()
                .flatMap(endpoint -> endpoint.parts().stream())
                .flatMap(part -> part.notes.values().stream())
                .map(Note::rootMsgId)
                .filter(root -> root != 0)
                .collect(Collectors.toSet());
    }

    /** What keeps each entry alive, counted: a copy on an endpoint, a moved one's body, an undecided branch, a message in the replay log. */
    Map<Long, Integer> references() {
        Map<Long, Integer> result = new HashMap<>();
        for (Part part : endpoints.values().stream()
                .flatMap(endpoint -> endpoint.parts().stream())
                .toList()) {
            part.copies.keySet().forEach(msgId -> result.merge(commitOf(msgId), 1, Integer::sum));
            part.notes.values().stream()
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
