package io.reprise.broker.engine.live;

import static java.util.Objects.requireNonNull;

import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.deliver.MessageReader;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.InMemoryVpnStore;
import io.reprise.broker.engine.vpn.SettableClock;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A live side with a log that does what the committer would, at once, and nothing that goes by itself. */
final class LiveWorld implements LiveStore {
    final SettableClock clock = new SettableClock();
    final HandRun executor = new HandRun();
    final InMemoryVpnStore store = InMemoryVpnStore.create("v", clock);
    final VpnState state = new VpnState();
    final MessageReader reader = new MessageReader(store, state.entries(), 0);
    final List<Message> promoted = new CopyOnWriteArrayList<>();
    VpnSettings settings = VpnSettings.DEFAULTS;
    LiveSide side;

    /** What the log knows of subjects. */
    final Map<String, SubjectPosition> heads = new HashMap<>();

    final Map<String, MessageSlot> snapshots = new HashMap<>();
    final Map<Long, Long> commitOfMsgId = new HashMap<>();
    final Map<Long, MessageSlot> slots = new HashMap<>();
    private final Set<Long> deletedEntries = new HashSet<>();

    /** Whether what is to be stored is refused. */
    boolean refusesToStore;

    /** What happens while direct snapshots are made ready. */
    Runnable whileReadied = () -> {};

    /** What is not stored yet; null if that is done at once. */
    @Nullable
    List<Runnable> heldStores;

    @Nullable
    Runnable following;

    boolean holdsDirect;

    LiveWorld() {
        this(Inbox.Bounds.USUAL);
    }

    LiveWorld(Inbox.Bounds bounds) {
        state.apply(store.openingCommitNo(), EntryCodec.decode(EntryCodec.openingHead(1)), 0);
        side = side(executor, bounds);
        side.recoveredThrough(0);
    }

    LiveSide side(Executor runs, Inbox.Bounds bounds) {
        return new LiveSide(new LiveParts("v", reader, this, runs, clock, clock, () -> settings), bounds);
    }

    <T> void set(Attribute<T> attribute, T value) {
        settings = settings.with(attribute, value);
    }

    void expireSnapshotsAfter(long seconds) {
        set(VpnAttributes.SNAPSHOT_EXPIRE_TIME, seconds);
    }

    // ---- publishers ----

    static Message message(String topic, String text, boolean retained, DeliveryMode mode) {
        return Message.to(TopicName.of(topic))
                .deliveryMode(mode)
                .retained(retained)
                .body(BodyKind.TEXT, text.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    /** Publishes guaranteed; its id. */
    long publish(String topic, String text, boolean retained) {
        return publish(List.of(message(topic, text, retained, DeliveryMode.PERSISTENT)));
    }

    /** Publishes in one entry; the last id. */
    long publish(List<Message> messages) {
        commit(messages, false, List.of(), true);
        return state.lastMsgId();
    }

    void direct(String topic, String text, boolean retained) {
        side.publish(message(topic, text, retained, DeliveryMode.DIRECT));
    }

    /** @param positions of direct ones; empty for guaranteed ones */
    private void commit(List<Message> messages, boolean direct, List<SubjectPosition> positions, boolean isBodyTold) {
        List<MessageSlot> directory = new ArrayList<>();
        List<Effect> effects = new ArrayList<>();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        long msgId = state.lastMsgId();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            String topic = message.topic().text();
            msgId++;
            byte[] content = MessageCodec.encode(message);
            SubjectPosition position = direct ? positions.get(i) : next(topic, msgId);
            MessageSlot slot = new MessageSlot(
                    msgId,
                    topic,
                    message.sizeBytes(),
                    4,
                    true,
                    false,
                    clock.millis(),
                    0,
                    position,
                    message.retained() ? List.of(new Placement(VpnState.SNAPSHOTS, 0, 0)) : List.of(),
                    new BodyLocation(null, body.size(), content.length, EntryCodec.crc32c(content, 0, content.length)),
                    true,
                    0,
                    direct,
                    null);
            body.writeBytes(content);
            directory.add(slot);
            slots.put(msgId, slot);
            if (message.retained()) {
                replace(topic, slot, effects);
            }
        }
        append(directory, effects, body.toByteArray(), isBodyTold);
    }

    private SubjectPosition next(String topic, long msgId) {
        SubjectPosition before = heads.get(topic);
        SubjectPosition next =
                before == null ? new SubjectPosition(msgId, 1) : new SubjectPosition(before.epoch(), before.seq() + 1);
        heads.put(topic, next);
        return next;
    }

    private void replace(String topic, MessageSlot slot, List<Effect> effects) {
        MessageSlot before = snapshots.put(topic, slot);
        if (before != null) {
            effects.add(removed(before, Removal.REPLACED));
        }
    }

    static Effect removed(MessageSlot slot, Removal reason) {
        return new Removed(VpnState.SNAPSHOTS, 0, reason, new long[] {slot.msgId()}, slot.sizeBytes());
    }

    private void append(List<MessageSlot> directory, List<Effect> effects, byte[] body, boolean isBodyTold) {
        long commitNo = state.lastCommitNo() + 1;
        long lastMsgId = state.lastMsgId() + directory.size();
        EntryHead head = new EntryHead(lastMsgId, clock.millis(), 0, 0, directory, effects);
        directory.forEach(slot -> commitOfMsgId.put(slot.msgId(), commitNo));
        store.append(new LogEntry(
                "v",
                commitNo,
                store.epoch(),
                commitNo,
                directory.isEmpty() ? 0 : directory.get(0).msgId(),
                directory.isEmpty() ? 0 : lastMsgId,
                clock.millis(),
                clock.millis(),
                body.length,
                EntryCodec.encode(head),
                body));
        state.apply(commitNo, head, body.length);
        side.committed(head, isBodyTold ? body : new byte[0]);
    }

    /** The log expires or purges a snapshot. */
    void removeSnapshot(String topic, Removal reason) {
        MessageSlot slot = snapshots.remove(topic);
        if (slot != null) {
            append(List.of(), List.of(removed(slot, reason)), new byte[0], true);
        }
    }

    /** Deletes all entries that nobody needs: neither history nor snapshots. */
    void reclaim() {
        long kept = side.keptFromMsgId();
        Set<Long> needed = new HashSet<>();
        snapshots.values().forEach(slot -> needed.add(commitOfMsgId.get(slot.msgId())));
        Set<Long> dead = new HashSet<>();
        commitOfMsgId.forEach((msgId, commitNo) -> {
            if (msgId >= kept) {
                needed.add(commitNo);
            }
        });
        commitOfMsgId.values().stream()
                .filter(commitNo -> !needed.contains(commitNo) && deletedEntries.add(commitNo))
                .forEach(dead::add);
        store.deleteEntries(List.copyOf(dead));
    }

    /** Another life of the broker on the same log. */
    void restart() {
        long kept = clock.millis() - settings.cacheExpireTime().toMillis();
        long missingThrough = 0;
        for (long id = 1; id <= state.lastMsgId(); id++) {
            if (deletedEntries.contains(commitOfMsgId.get(id))) {
                missingThrough = id;
            }
        }
        heldStores = null;
        side = side(executor, Inbox.Bounds.USUAL);
        heads.clear();
        for (long id = 1; id <= state.lastMsgId(); id++) {
            MessageSlot slot = slots.get(id);
            boolean isSnapshot = slot != null
                    && snapshots.containsKey(slot.topic())
                    && snapshots.get(slot.topic()).msgId() == id;
            boolean isKept = slot != null && id > missingThrough && slot.spooledTimeMillis() > kept;
            if (slot != null && (isSnapshot || isKept)) {
                side.recovered(slot, isSnapshot, isKept);
            }
            if (slot != null && isKept && !slot.direct()) {
                heads.put(slot.topic(), slot.subject());
            }
        }
        side.recoveredThrough(state.lastMsgId());
    }

    // ---- subscribers ----

    LiveSubscription subscribe(LiveStart start, String... filters) {
        return subscribe(request(start, filters), () -> {});
    }

    LiveSubscription subscribe(LiveRequest request, Runnable ready) {
        LiveSubscription subscription = side.subscribe(request, ready);
        executor.runAll();
        return subscription;
    }

    static LiveRequest request(LiveStart start, String... filters) {
        return LiveRequest.of(
                Stream.of(filters).map(TopicFilter::ofDirectSubscriber).toList(), start, "c");
    }

    static LiveRequest bounded(LiveRequest request, int messages, long bytes) {
        return new LiveRequest(
                request.filters(), request.start(), request.conflation(), messages, bytes, request.clientName());
    }

    /** Everything that can be polled now. */
    List<LiveEvent> events(LiveSubscription subscription) {
        executor.runAll();
        List<LiveEvent> events = new ArrayList<>();
        LiveEvent next = subscription.poll();
        while (next != null) {
            events.add(next);
            next = subscription.poll();
        }
        return events;
    }

    /** The same in words: {@code SNAPSHOT 141}, {@code SYNC}, {@code BEGUN}. */
    List<String> heard(LiveSubscription subscription) {
        return events(subscription).stream().map(LiveWorld::words).toList();
    }

    static String words(LiveEvent event) {
        if (event instanceof LiveEvent.Received received) {
            return received.type() + " " + text(received);
        }
        if (event instanceof LiveEvent.Recovered recovered) {
            return recovered.complete() ? "SYNC" : "RESYNC";
        }
        return "BEGUN";
    }

    static String text(LiveEvent.Received received) {
        return new String(received.message().message().body(), StandardCharsets.UTF_8);
    }

    @Nullable
    String snapshot(String topic) {
        return side.snapshot(TopicName.of(topic))
                .map(found -> new String(found.message().body(), StandardCharsets.UTF_8))
                .orElse(null);
    }

    /** When everything that waits is done. */
    LiveStatistics statistics() {
        executor.runAll();
        return side.statistics();
    }

    long keptFromMsgId() {
        executor.runAll();
        return side.keptFromMsgId();
    }

    // ---- the log, as the live side asks it ----

    @Override
    public Ready ready(List<DirectSnapshot> direct) {
        whileReadied.run();
        return isWanted -> store(direct.stream().filter(isWanted).toList());
    }

    private PendingOutcome store(List<DirectSnapshot> direct) {
        if (refusesToStore) {
            return outcome(new CommitOutcome.Rejected(ErrorCode.NOT_STORED, "told to"));
        }
        if (heldStores == null) {
            return outcome(stored(direct));
        }
        return later(direct);
    }

    private CommitOutcome stored(List<DirectSnapshot> direct) {
        List<DirectSnapshot> newest = direct.stream()
                .filter(one -> {
                    MessageSlot there = snapshots.get(one.message().topic().text());
                    return there == null || there.direct() || there.msgId() <= one.afterMsgId();
                })
                .toList();
        if (!newest.isEmpty()) {
            commit(
                    newest.stream().map(DirectSnapshot::message).toList(),
                    true,
                    newest.stream().map(DirectSnapshot::position).toList(),
                    true);
        }
        return new CommitOutcome.Stored(0, newest.size());
    }

    /** Is stored, and told, when what is held is done. */
    private PendingOutcome later(List<DirectSnapshot> direct) {
        List<Consumer<CommitOutcome>> listeners = new ArrayList<>();
        requireNonNull(heldStores).add(() -> {
            CommitOutcome outcome = stored(direct);
            listeners.forEach(listener -> listener.accept(outcome));
        });
        return new PendingOutcome() {
            @Override
            public CommitOutcome await() {
                throw new IllegalStateException("nobody waits for what is written behind");
            }

            @Override
            public void whenSettled(Executor runs, Consumer<CommitOutcome> listener) {
                listeners.add(outcome -> runs.execute(() -> listener.accept(outcome)));
            }
        };
    }

    /** Does what is held. */
    void releaseStores() {
        List<Runnable> held = heldStores == null ? List.of() : heldStores;
        heldStores = null;
        held.forEach(Runnable::run);
    }

    @Override
    public PendingOutcome delete(String subject) {
        int there = snapshots.containsKey(subject) ? 1 : 0;
        removeSnapshot(subject, Removal.PURGED);
        return outcome(new CommitOutcome.Stored(0, there));
    }

    private PendingOutcome outcome(CommitOutcome outcome) {
        return new PendingOutcome() {
            @Override
            public CommitOutcome await() {
                return outcome;
            }

            @Override
            public void whenSettled(Executor runs, Consumer<CommitOutcome> listener) {
                runs.execute(() -> listener.accept(outcome));
            }
        };
    }

    @Override
    public void promote(Message direct, ClientTally client) {
        promoted.add(direct);
    }

    @Override
    public boolean follow(Message direct, Runnable then, Runnable lost) {
        following = holdsDirect ? then : null;
        return holdsDirect;
    }
}
