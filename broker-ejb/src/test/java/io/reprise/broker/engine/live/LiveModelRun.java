package io.reprise.broker.engine.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A live side and a model of it, step by random step. Each message's text is its number in the run. In half of the runs settings change
 * and history is short of room; in the others it is steady, and known exactly.
 */
final class LiveModelRun {
    private static final List<String> TOPICS = List.of("a", "b", "c/1", "c/2", "!d");
    private static final List<List<String>> FILTERS = List.of(
            List.of("a"),
            List.of("b"),
            List.of("!d"),
            List.of("c/*"),
            List.of(">"),
            List.of("a", "c/1"),
            List.of("a", "a", "*", ">"));

    private final Random random;
    private final LiveWorld world = new LiveWorld();
    private final boolean isSteady;
    private final boolean restarts;
    private final List<Told> guaranteed = new ArrayList<>();
    private final Map<String, Told> snapshots = new HashMap<>();
    private final Map<Integer, Told> byNumber = new HashMap<>();
    private final List<StreamModel> streams = new ArrayList<>();

    /** Those that are gone, and may return. */
    private final List<StreamModel> gone = new ArrayList<>();

    private int lastNumber;
    private boolean wasRestarted;

    LiveModelRun(long seed) {
        random = new Random(seed);
        isSteady = seed % 2 == 0;
        restarts = seed % 3 == 0;
        world.set(VpnAttributes.MAX_CACHED_MESSAGES, 1L + random.nextInt(20));
        world.expireSnapshotsAfter(random.nextInt(3) * 60L);
        world.set(VpnAttributes.MAX_SNAPSHOTS, (long) random.nextInt(4));
    }

    void steps(int count) {
        for (int i = 0; i < count; i++) {
            step();
        }
        world.executor.runAll();
        world.clock.advance(Duration.ofSeconds(10));
        expireUnread();
        for (StreamModel stream : List.copyOf(streams)) {
            drain(stream);
        }
        for (String topic : TOPICS) {
            checkSnapshot(topic);
        }
    }

    private void step() {
        switch (random.nextInt(25)) {
            case 0, 1, 2, 3, 4, 5 -> publish();
            case 6, 7, 8, 9 -> direct();
            case 10, 11, 12 -> join(start(), filters());
            case 13 -> comeBack();
            case 14, 15, 16, 17 -> poll();
            case 18 -> leave();
            case 19 -> world.executor.runOne();
            case 20 -> timeGoesOn();
            case 21 -> change();
            case 22 -> duty();
            case 23 -> checkSnapshot(topic());
            default -> rarely();
        }
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String topic() {
        return any(TOPICS);
    }

    // ---- publishers ----

    private void publish() {
        List<Message> messages = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            numbers.add(++lastNumber);
            messages.add(LiveWorld.message(topic(), "" + lastNumber, random.nextInt(3) == 0, DeliveryMode.PERSISTENT));
        }
        world.publish(messages);
        long msgId = world.state.lastMsgId() - messages.size();
        for (int i = 0; i < messages.size(); i++) {
            MessageSlot slot = requireNonNull(world.slots.get(++msgId));
            Told told =
                    new Told(numbers.get(i), slot.topic(), true, slot.msgId(), slot.subject(), world.clock.millis());
            guaranteed.add(told);
            told(told, messages.get(i).retained());
        }
    }

    private void direct() {
        Message message = LiveWorld.message(topic(), "" + ++lastNumber, random.nextInt(3) == 0, DeliveryMode.DIRECT);
        world.side.publish(message);
        String topic = message.topic().text();
        Told newest = newest(topic);
        SubjectPosition head = newest == null ? SubjectPosition.NONE : newest.position();
        told(new Told(lastNumber, topic, false, 0, head, world.clock.millis()), message.retained());
    }

    private @Nullable Told newest(String topic) {
        Told newest = null;
        for (Told told : guaranteed) {
            newest = told.topic().equals(topic) ? told : newest;
        }
        return newest;
    }

    private void told(Told told, boolean isRetained) {
        byNumber.put(told.number(), told);
        for (StreamModel stream : streams) {
            if (stream.wants(told.topic())) {
                stream.published(told);
            }
        }
        if (isRetained) {
            snapshot(told.topic(), told);
        }
    }

    private void snapshot(String topic, @Nullable Told now) {
        if (now == null) {
            snapshots.remove(topic);
        } else {
            snapshots.put(topic, now);
        }
        streams.forEach(stream -> stream.snapshotChanged(topic));
    }

    // ---- subscribers ----

    private List<String> filters() {
        return any(FILTERS);
    }

    private LiveStart start() {
        return switch (random.nextInt(3)) {
            case 0 -> new LiveStart.Snapshot();
            case 1 -> new LiveStart.Nothing();
            default -> new LiveStart.History(1 + random.nextInt(25));
        };
    }

    private void join(LiveStart start, List<String> filters) {
        boolean isConflated = random.nextInt(5) == 0;
        join(new LiveRequest(
                filters.stream().map(TopicFilter::ofDirectSubscriber).toList(),
                start,
                Duration.ofMillis(isConflated ? 1_000 : 0),
                1 + random.nextInt(random.nextBoolean() ? 10 : 1_000),
                1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 1_000_000),
                "c"));
    }

    private void join(LiveRequest request) {
        ageSnapshots();
        Stream<TopicFilter> filters = request.filters().stream();
        List<TopicFilter> all = filters.toList();
        List<Told> before =
                guaranteed.stream().filter(told -> matches(all, told.topic())).toList();
        Map<String, Told> there = new LinkedHashMap<>();
        snapshots.forEach((topic, told) -> {
            if (matches(all, topic)) {
                there.put(topic, told);
            }
        });
        LiveSubscription subscription = world.side.subscribe(request, () -> {});
        streams.add(new StreamModel(
                request,
                subscription,
                before,
                there,
                isSteady && request.start() instanceof LiveStart.History history
                        ? history(before, history.newest())
                        : Map.of(),
                world.state.lastMsgId(),
                isSteady ? mustBeInSync(request.start(), before) : null));
    }

    private static boolean matches(List<TopicFilter> filters, String topic) {
        return filters.stream().anyMatch(filter -> filter.matches(TopicName.of(topic)));
    }

    private boolean isYoung(Told told) {
        return world.clock.millis() - told.millis()
                < world.settings.cacheExpireTime().toMillis();
    }

    /** What is kept of each subject, of steady settings. */
    private Map<String, List<Told>> history(List<Told> before, int newest) {
        int atMost = Math.min(newest, world.settings.maxCachedMessagesPerSubject());
        Map<String, List<Told>> result = new HashMap<>();
        if (!wasRestarted) {
            for (String topic : TOPICS) {
                List<Told> young = before.stream()
                        .filter(told -> told.topic().equals(topic) && isYoung(told) && isOfTheNewestEpoch(told))
                        .toList();
                result.put(topic, young.subList(Math.max(0, young.size() - atMost), young.size()));
            }
        }
        return result;
    }

    private boolean isOfTheNewestEpoch(Told told) {
        Told newest = newest(told.topic());
        return newest != null && newest.position().epoch() == told.position().epoch();
    }

    /** True if everything missed is kept, false if not; null if that is not the only thing that counts. */
    private @Nullable Boolean mustBeInSync(LiveStart start, List<Told> before) {
        Map<String, List<Told>> kept = history(before, Integer.MAX_VALUE);
        if (wasRestarted || before.isEmpty()) {
            return null;
        }
        if (start instanceof LiveStart.AfterPosition after) {
            Told newest = before.get(before.size() - 1);
            List<Told> there = requireNonNull(kept.get(newest.topic()));
            boolean isCovered = !there.isEmpty()
                    && newest.position().epoch() == after.position().epoch()
                    && there.get(0).position().seq() <= after.position().seq() + 1;
            return isCovered ? true : null;
        }
        if (start instanceof LiveStart.AfterMessage after) {
            List<Told> all = guaranteed.stream()
                    .filter(told -> told.msgId() > after.msgId())
                    .toList();
            Map<String, List<Told>> keptOfAll = history(guaranteed, Integer.MAX_VALUE);
            boolean isCovered = all.stream()
                    .allMatch(told ->
                            keptOfAll.getOrDefault(told.topic(), List.of()).contains(told));
            return isCovered ? true : null;
        }
        return null;
    }

    private void comeBack() {
        if (gone.isEmpty()) {
            return;
        }
        StreamModel before = gone.remove(random.nextInt(gone.size()));
        List<String> filters =
                before.request.filters().stream().map(TopicFilter::text).toList();
        boolean isOne = filters.size() == 1 && TOPICS.contains(filters.get(0));
        if (isOne && before.position != null && random.nextBoolean()) {
            join(new LiveStart.AfterPosition(before.position), filters);
        } else if (before.covers >= 0) {
            join(new LiveStart.AfterMessage(before.covers), filters);
        }
    }

    private void poll() {
        if (streams.isEmpty()) {
            return;
        }
        StreamModel stream = any(streams);
        if (random.nextInt(4) == 0) {
            drain(stream);
            return;
        }
        for (int i = random.nextInt(8); i >= 0; i--) {
            LiveEvent event = stream.subscription.poll();
            if (event == null) {
                stream.heardNothing();
            } else {
                stream.heard(event);
            }
        }
    }

    /** Hears everything. */
    private void drain(StreamModel stream) {
        world.executor.runAll();
        if (!stream.request.conflation().isZero()) {
            world.clock.advance(Duration.ofSeconds(1));
            expireUnread();
        }
        LiveEvent event = stream.subscription.poll();
        while (event != null) {
            stream.heard(event);
            event = stream.subscription.poll();
        }
        stream.heardNothing();
        stream.drained();
        if (stream.subscription.isEnded()) {
            streams.remove(stream);
            gone.add(stream);
        }
    }

    private void leave() {
        if (!streams.isEmpty()) {
            StreamModel stream = streams.remove(random.nextInt(streams.size()));
            stream.subscription.close();
            gone.add(stream);
        }
    }

    // ---- time, settings, duties ----

    private void timeGoesOn() {
        world.executor.runAll();
        world.clock.advance(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 2_000 : 90_000)));
        expireUnread();
    }

    private boolean isExpired(Told snapshot) {
        long expireMillis = world.settings.snapshotExpireTime().toMillis();
        return expireMillis > 0 && world.clock.millis() - snapshot.millis() >= expireMillis;
    }

    /** What has expired need not come to those who have not read it. */
    private void expireUnread() {
        snapshots.forEach((topic, told) -> {
            if (isExpired(told)) {
                streams.forEach(stream -> stream.snapshotChanged(topic));
            }
        });
    }

    private void ageSnapshots() {
        List<String> over = snapshots.values().stream()
                .filter(this::isExpired)
                .map(Told::topic)
                .toList();
        over.forEach(topic -> snapshot(topic, null));
    }

    private void change() {
        world.executor.runAll();
        world.set(VpnAttributes.MAX_SNAPSHOTS, (long) random.nextInt(4));
        if (!isSteady) {
            world.set(VpnAttributes.MAX_CACHED_MESSAGES, (long) random.nextInt(20));
            world.set(VpnAttributes.MAX_CACHE_BYTES, random.nextInt(3) == 0 ? random.nextInt(2_000) : 64_000_000L);
            world.set(VpnAttributes.CACHE_EXPIRE_TIME, random.nextInt(3) * 60L);
            ageSnapshots();
            world.side.age();
            world.expireSnapshotsAfter(random.nextInt(3) * 60L);
            expireUnread();
        }
    }

    private void duty() {
        world.executor.runAll();
        switch (random.nextInt(4)) {
            case 0 -> world.side.flush();
            case 1 -> {
                ageSnapshots();
                world.side.age();
            }
            case 2 -> {
                world.reclaim();
                streams.forEach(stream -> stream.maybeUnreadable = true);
            }
            default -> {
                String topic = topic();
                MessageSlot onDisk = world.snapshots.get(topic);
                Told there = snapshots.get(topic);
                if (onDisk != null && there != null && isExpired(there)) {
                    world.removeSnapshot(topic, Removal.EXPIRED);
                    snapshot(topic, null);
                }
            }
        }
    }

    private void rarely() {
        String topic = topic();
        switch (random.nextInt(3)) {
            case 0 -> {
                Told there = snapshots.get(topic);
                boolean isThere = there != null && !isExpired(there);
                assertThat(world.side.deleteSnapshot(TopicName.of(topic))).isEqualTo(isThere);
                snapshot(topic, null);
            }
            case 1 -> {
                world.heads.remove(topic);
                world.refusesToStore = random.nextInt(4) == 0;
            }
            default -> {
                if (restarts) {
                    restart();
                } else if (world.heldStores == null) {
                    world.heldStores = new ArrayList<>();
                } else {
                    world.releaseStores();
                }
            }
        }
    }

    private void restart() {
        world.executor.runAll();
        world.side.end("did not keep up: restart");
        for (StreamModel stream : List.copyOf(streams)) {
            stream.subscription.close();
            gone.add(stream);
        }
        streams.clear();
        world.restart();
        wasRestarted = true;
        snapshots.clear();
        world.snapshots.forEach((topic, slot) -> snapshots.put(topic, onDisk(slot)));
    }

    private Told onDisk(MessageSlot slot) {
        StoredText stored = StoredText.of(world, slot.msgId());
        Told told = requireNonNull(byNumber.get(stored.number()));
        return new Told(
                told.number(),
                told.topic(),
                told.guaranteed(),
                slot.msgId(),
                told.position(),
                slot.spooledTimeMillis());
    }

    private void checkSnapshot(String topic) {
        Told there = snapshots.get(topic);
        assertThat(world.snapshot(topic))
                .as("snapshot of %s", topic)
                .isEqualTo(there == null || isExpired(there) ? null : "" + there.number());
    }
}
