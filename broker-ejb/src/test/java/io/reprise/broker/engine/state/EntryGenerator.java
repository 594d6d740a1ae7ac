package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Death;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.publish.BranchId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes random entries that a committer could have decided on, from the oracle's state. */
final class EntryGenerator {
    /** Who may send with a sequence. */
    static final List<String> PUBLISHERS = List.of("p0", "p1", "p2");

    /** How random entries look. */
    record Profile(
            String name, int maxMessages, long maxIdGap, int endpoints, int lanes, double removing, double logging) {
        /** Few messages, ids close together. */
        static final Profile SMALL = new Profile("small", 4, 3, 4, 3, 0.6, 0.4);
        /** Ids so far apart that a chunk cannot hold two of them, or just two. */
        static final Profile FAR_APART = new Profile("far apart", 4, 3L << 30, 2, 2, 0.6, 0.4);
        /** So many messages on so few lanes that chunks fill. */
        static final Profile DENSE = new Profile("dense", 120, 5_000, 2, 1, 0.4, 0.2);
        /** Mostly acknowledgements: blocks of entries without a message. */
        static final Profile IDLE = new Profile("idle", 1, 1, 2, 1, 0.9, 0);
        /** Mostly into the replay log, and out of it again. */
        static final Profile LOGGED = new Profile("logged", 6, 3, 3, 2, 0.6, 0.7);

        static Profile any(Random random) {
            return switch (random.nextInt(11)) {
                case 0 -> DENSE;
                case 1, 2 -> FAR_APART;
                case 3 -> IDLE;
                case 4, 5, 6 -> LOGGED;
                default -> SMALL;
            };
        }
    }

    private static final int[] LANES = {4, 9 | 3 << 4, 0};

    private final Random random;
    private final Profile profile;
    private final NaiveVpn vpn;
    private final DeliveryEffects deliveries;
    private final ReplayEffects replays;
    private long branchesMade;
    /** Copies that this entry removes or puts in doubt already, and those that branches hold. */
    private final Set<List<Long>> taken = new HashSet<>();

    private List<MessageSlot> messages = List.of();
    private List<Effect> effects = List.of();

    EntryGenerator(Random random, Profile profile, NaiveVpn vpn) {
        this.random = random;
        this.profile = profile;
        this.vpn = vpn;
        this.deliveries = new DeliveryEffects(random, vpn);
        this.replays = new ReplayEffects(random, vpn);
    }

    EntryHead next() {
        messages = new ArrayList<>();
        effects = new ArrayList<>();
        taken.clear();
        vpn.inDoubt().forEach(ack -> taken.add(List.of(ack.endpointId(), ack.msgId())));
        long time = vpn.lastTimeMillis + random.nextInt(3);
        long firstId = vpn.lastMsgId + 1 + gap();
        effects.addAll(replays.start());
        if (!effects.isEmpty()) {
            return head(firstId, time);
        }
        if (chance(0.15)) {
            decide(firstId, time);
        }
        if (chance(0.7)) {
            publish(firstId, time);
        }
        if (chance(0.4)) {
            move(firstId, time);
        }
        configure();
        remove();
        effects.addAll(deliveries.next());
        accept();
        if (chance(0.1)) {
            prepare();
        }
        if (chance(0.1)) {
            trim(firstId);
        }
        effects.addAll(replays.steps());
        return head(firstId, time);
    }

    private EntryHead head(long firstId, long time) {
        long lastId = messages.isEmpty() ? vpn.lastMsgId : firstId + messages.size() - 1;
        List<MessageSlot> logged = messages.stream().filter(MessageSlot::logged).toList();
        long bytes = logged.stream().mapToLong(MessageSlot::sizeBytes).sum();
        return new EntryHead(lastId, time, vpn.loggedCount + logged.size(), vpn.loggedBytes + bytes, messages, effects);
    }

    private long gap() {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(3);
            case 2 -> profile.maxIdGap();
            default -> (long) (random.nextDouble() * profile.maxIdGap());
        };
    }

    private void publish(long firstId, long time) {
        int count = 1 + random.nextInt(profile.maxMessages());
        for (int i = 0; i < count; i++) {
            messages.add(slot(firstId + messages.size(), time));
        }
    }

    private MessageSlot slot(long msgId, long time) {
        UploadRef upload = chance(0.02) ? new UploadRef(1, msgId) : null;
        boolean logged = chance(profile.logging());
        return new MessageSlot(
                msgId,
                "a/b",
                1 + random.nextInt(100),
                4,
                true,
                logged,
                time,
                0,
                placements(),
                new BodyLocation(upload, 0, 10, 0));
    }

    /** Messages die, or are retried: out of one endpoint, into another under a new id, moved ones again and again. */
    private void move(long firstId, long time) {
        for (long from : List.copyOf(vpn.endpoints.keySet())) {
            vpn.endpoint(from).copies.forEach((msgId, copy) -> {
                if (messages.size() < profile.maxMessages() * 2 && chance(0.2) && taken.add(List.of(from, msgId))) {
                    messages.add(moved(firstId + messages.size(), from, msgId, copy, time));
                    effects.add(new Removed(
                            from, copy.generation(), Removal.REDELIVERY_LIMIT, new long[] {msgId}, copy.sizeBytes()));
                }
            });
        }
    }

    private MessageSlot moved(long newId, long from, long msgId, NaiveVpn.Copy copy, long time) {
        long root = vpn.endpoint(from).note(msgId).rootMsgId();
        Death first = new Death(DeathReason.REDELIVERY, "e" + from, time, random.nextInt(9));
        return new MessageSlot(
                newId,
                "a/b",
                copy.sizeBytes(),
                4,
                true,
                false,
                time,
                0,
                SubjectPosition.NONE,
                List.of(new Placement(chance(0.02) ? anyGoneEndpoint() : anyEndpoint(), anyLane(), 0)),
                BodyLocation.NOWHERE,
                true,
                0,
                false,
                new Alias(root == 0 ? msgId : root, chance(0.6), from, "e" + from, first));
    }

    private int anyLane() {
        return LANES[random.nextInt(profile.lanes())];
    }

    /** One that was deleted, if the first there was is. */
    private long anyGoneEndpoint() {
        return vpn.endpoints.containsKey(1L) ? anyEndpoint() : 1;
    }

    /** On some endpoints, one of them gone already now and then. */
    private List<Placement> placements() {
        List<Placement> placements = new ArrayList<>();
        for (long endpoint : vpn.endpoints.keySet()) {
            if (chance(0.6)) {
                placements.add(new Placement(endpoint, anyLane(), 0));
            }
        }
        if (chance(0.02) && vpn.nextEndpointId > 1) {
            long endpoint = 1 + (long) (random.nextDouble() * (vpn.nextEndpointId - 1));
            if (!vpn.endpoints.containsKey(endpoint)) {
                placements.add(new Placement(endpoint, LANES[0], 0));
            }
        }
        return placements;
    }

    private void configure() {
        if (vpn.counted().size() < profile.endpoints() && chance(vpn.counted().isEmpty() ? 1 : 0.2)) {
            effects.add(new EndpointCreated(vpn.nextEndpointId));
        } else if (vpn.counted().size() > 1 && chance(0.02)) {
            effects.add(new EndpointDeleted(Math.max(1, anyEndpoint())));
        }
    }

    private void remove() {
        for (long endpoint : vpn.endpoints.keySet()) {
            if (chance(profile.removing())) {
                remove(endpoint, toRemove(endpoint));
            }
        }
        if (chance(0.05)) {
            effects.add(new Removed(anyEndpoint(), 1_000, Removal.ACKNOWLEDGED, new long[] {1}, 7));
        }
    }

    /** An effect for each backlog, some of which may have gone. */
    private void remove(long endpoint, TreeMap<Long, NaiveVpn.Copy> copies) {
        TreeMap<Integer, TreeMap<Long, Integer>> byGeneration = new TreeMap<>();
        copies.forEach((msgId, copy) -> byGeneration
                .computeIfAbsent(copy.generation(), none -> new TreeMap<>())
                .put(msgId, copy.sizeBytes()));
        if (byGeneration.isEmpty()) {
            byGeneration.put(vpn.endpoint(endpoint).receiving, new TreeMap<>());
        }
        byGeneration.forEach((generation, sizes) -> remove(endpoint, generation, sizes));
    }

    private void remove(long endpoint, int generation, TreeMap<Long, Integer> sizes) {
        long bytes = sizes.values().stream().mapToLong(Integer::longValue).sum();
        if (chance(0.05) && vpn.lastMsgId > 0) {
            long gone = anyGivenId();
            if (vpn.endpoint(endpoint).parts().stream().noneMatch(part -> part.copies.containsKey(gone))) {
                sizes.put(gone, 0);
            }
        }
        long[] ids = sizes.keySet().stream().mapToLong(Long::longValue).toArray();
        Removal[] reasons = Removal.values();
        effects.add(new Removed(endpoint, generation, reasons[random.nextInt(reasons.length)], ids, bytes));
    }

    /** The oldest of the replay log leave it, up to any message, one of this very entry now and then; or all do. */
    private void trim(long firstId) {
        TreeMap<Long, Integer> sizes = new TreeMap<>();
        vpn.replayLog.forEach((msgId, logged) -> sizes.put(msgId, logged.sizeBytes()));
        messages.stream().filter(MessageSlot::logged).forEach(slot -> sizes.put(slot.msgId(), slot.sizeBytes()));
        List<Long> ids = List.copyOf(sizes.keySet());
        long last = messages.isEmpty() ? vpn.lastMsgId : firstId + messages.size() - 1;
        long through = ids.isEmpty() || chance(0.1) ? last : ids.get(random.nextInt(ids.size())) - 1;
        if (through > vpn.trimmedThroughMsgId) {
            var gone = sizes.headMap(through, true).values();
            effects.add(new Trimmed(
                    through,
                    vpn.trimmedCount + gone.size(),
                    vpn.trimmedBytes
                            + gone.stream().mapToLong(Integer::longValue).sum()));
        }
    }

    private TreeMap<Long, NaiveVpn.Copy> toRemove(long endpoint) {
        TreeMap<Long, NaiveVpn.Copy> copies = new TreeMap<>();
        // Late acknowledgements take what is set aside, newer values what is held back.
        vpn.endpoint(endpoint).parts().forEach(part -> copies.putAll(part.copies));
        for (MessageSlot slot : messages) {
            slot.placements().stream()
                    .filter(placement -> placement.endpointId() == endpoint)
                    .forEach(placement -> copies.put(
                            slot.msgId(),
                            new NaiveVpn.Copy(placement.lane(), slot.sizeBytes(), vpn.endpoint(endpoint).receiving)));
        }
        TreeMap<Long, NaiveVpn.Copy> result = new TreeMap<>();
        int most = chance(0.1) ? Integer.MAX_VALUE : profile.maxMessages() * 2;
        boolean oldestFirst = chance(0.5);
        double share = chance(0.1) ? 1 : random.nextDouble();
        for (Map.Entry<Long, NaiveVpn.Copy> copy : copies.entrySet()) {
            if (result.size() < most && (oldestFirst || chance(share)) && taken.add(List.of(endpoint, copy.getKey()))) {
                result.put(copy.getKey(), copy.getValue());
            }
        }
        return result;
    }

    private void accept() {
        if (chance(0.3)) {
            effects.add(publisherSequence());
        }
    }

    private PublisherAccepted publisherSequence() {
        String publisher = PUBLISHERS.get(random.nextInt(PUBLISHERS.size()));
        TreeSet<Long> accepted = vpn.publishers.get(publisher);
        long highest = accepted == null ? -1 : accepted.last();
        long sequence = switch (random.nextInt(20)) {
            case 0 -> highest + 1_000 + random.nextInt(60);
            case 1 -> highest + (1L << 40);
            case 2, 3, 4, 5 -> highest - random.nextInt(1_030);
            default -> highest + 1 + random.nextInt(3);
        };
        return new PublisherAccepted(publisher, Math.max(0, sequence));
    }

    private void prepare() {
        List<AckRef> acks = new ArrayList<>();
        for (long endpoint : vpn.endpoints.keySet()) {
            vpn.endpoint(endpoint).copies.forEach((msgId, copy) -> {
                if (acks.size() < 3 && chance(0.3) && taken.add(List.of(endpoint, msgId))) {
                    acks.add(new AckRef(endpoint, copy.generation(), msgId, copy.sizeBytes()));
                }
            });
        }
        List<MessageSlot> toCome = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            toCome.add(slot(toCome.size(), 0));
        }
        PublisherAccepted publisher = publisherSequence();
        boolean held = vpn.branches.values().stream()
                .anyMatch(branch -> branch.work().publishers().contains(publisher));
        List<PublisherAccepted> publishers = held || chance(0.5) ? List.of() : List.of(publisher);
        byte[] transaction = ByteBuffer.allocate(16)
                .putLong(vpn.lastCommitNo)
                .putLong(++branchesMade)
                .array();
        BranchId branch = new BranchId(random.nextInt(), transaction, new byte[] {1});
        effects.add(new BranchPrepared(branch, new PreparedWork(acks, toCome, publishers)));
    }

    private void decide(long firstId, long time) {
        List<Map.Entry<BranchId, NaiveVpn.Branch>> undecided = new ArrayList<>(vpn.branches.entrySet());
        if (undecided.isEmpty()) {
            return;
        }
        Map.Entry<BranchId, NaiveVpn.Branch> branch = undecided.get(random.nextInt(undecided.size()));
        boolean committed = chance(0.7);
        if (committed) {
            commit(branch.getValue().work(), firstId, time);
        }
        effects.add(new BranchDecided(branch.getKey(), committed));
    }

    private void commit(PreparedWork work, long firstId, long time) {
        for (MessageSlot slot : work.messages()) {
            MessageSlot now = slot(firstId + messages.size(), time);
            messages.add(new MessageSlot(
                    now.msgId(),
                    slot.topic(),
                    slot.sizeBytes(),
                    slot.priority(),
                    true,
                    slot.logged(),
                    time,
                    0,
                    slot.placements(),
                    now.body()));
        }
        for (AckRef ack : work.acknowledgements()) {
            effects.add(new Removed(
                    ack.endpointId(),
                    ack.generation(),
                    Removal.ACKNOWLEDGED,
                    new long[] {ack.msgId()},
                    ack.sizeBytes()));
        }
        effects.addAll(work.publishers());
    }

    private long anyGivenId() {
        return 1 + (long) (random.nextDouble() * vpn.lastMsgId);
    }

    private long anyEndpoint() {
        List<Long> all = new ArrayList<>(vpn.endpoints.keySet());
        return all.isEmpty() ? 1 : all.get(random.nextInt(all.size()));
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }
}
