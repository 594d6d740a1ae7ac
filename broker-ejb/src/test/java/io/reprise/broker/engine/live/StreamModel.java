package io.reprise.broker.engine.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveEvent.Received;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one subscriber may hear, and what it has heard: first what it asked for, then every later message of its subjects, guaranteed ones
 * without exception, direct ones unless it was told of their loss, nothing twice, nothing older [spec 3.1, 3.2].
 */
final class StreamModel {
    final LiveRequest request;
    final LiveSubscription subscription;

    /** Every message of its subjects since it came, in order. */
    private final List<Told> later = new ArrayList<>();

    /** What was there as it came: guaranteed messages of its subjects, and snapshots. */
    private final List<Told> before;

    private final Map<String, Told> snapshots;
    private final long lastMsgIdBefore;

    /** Whether everything that the start asks for is surely there; empty if nobody can say. */
    private final @Nullable Boolean mustBeInSync;

    private final Map<String, List<Told>> mustBeHistory;

    private final List<Integer> recovered = new ArrayList<>();
    private final Map<String, List<Integer>> historical = new HashMap<>();
    private final Map<String, Told> unreadSnapshots;
    private boolean hasBegun;
    private int next;
    private long skipped;

    /** Guaranteed messages heard since there were none to be heard. */
    private int waited;

    private long waitedBytes;
    private long discarded;
    private final Map<String, Integer> lastOfSubject = new HashMap<>();

    /** Through which id it is complete; -1 if it doesn't know. */
    long covers = -1;

    /** The newest place of its one subject; null if it doesn't know. */
    @Nullable
    SubjectPosition position;

    /** Whether entries were deleted since it came. */
    boolean maybeUnreadable;

    StreamModel(
            LiveRequest request,
            LiveSubscription subscription,
            List<Told> before,
            Map<String, Told> snapshots,
            Map<String, List<Told>> mustBeHistory,
            long lastMsgIdBefore,
            @Nullable Boolean mustBeInSync) {
        this.request = request;
        this.subscription = subscription;
        this.before = before;
        this.snapshots = snapshots;
        this.unreadSnapshots = new LinkedHashMap<>(snapshots);
        this.mustBeHistory = mustBeHistory;
        this.lastMsgIdBefore = lastMsgIdBefore;
        this.mustBeInSync = mustBeInSync;
    }

    boolean wants(String topic) {
        TopicName name = TopicName.of(topic);
        return request.filters().stream().anyMatch(filter -> filter.matches(name));
    }

    void published(Told told) {
        later.add(told);
    }

    /** The snapshot that was there as it came is another now, or none: it need not be read any more. */
    void snapshotChanged(String topic) {
        unreadSnapshots.remove(topic);
    }

    void heard(LiveEvent event) {
        if (event instanceof LiveEvent.Recovered word) {
            recovered(word.complete());
        } else if (event instanceof LiveEvent.Begun begun) {
            begun(begun);
        } else {
            Received received = (Received) event;
            assertThat(received.discardedBefore() == 0 || received.type() == LiveMessageType.UPDATE)
                    .as("losses told with %s", received.type())
                    .isTrue();
            received(received, Integer.parseInt(LiveWorld.text(received)));
        }
    }

    private void received(Received received, int number) {
        switch (received.type()) {
            case SNAPSHOT -> snapshot(received, number);
            case HISTORICAL ->
                historical
                        .computeIfAbsent(received.message().message().topic().text(), topic -> new ArrayList<>())
                        .add(number);
            case RECOVERED -> {
                recovered.add(number);
                seen(received);
            }
            case UPDATE -> update(received, number);
        }
    }

    private void snapshot(Received received, int number) {
        assertThat(hasBegun).isFalse();
        String topic = received.message().message().topic().text();
        Told expected = snapshots.get(topic);
        if (expected == null) {
            throw new AssertionError("snapshot of " + topic + ": " + number);
        }
        assertThat(number).as("snapshot of %s", topic).isEqualTo(expected.number());
        assertThat(received.message().guaranteed()).isEqualTo(expected.guaranteed());
        lastOfSubject.merge(topic, number, (was, is) -> {
            throw new AssertionError("two snapshots of " + topic);
        });
        unreadSnapshots.remove(topic);
        position = received.message().head();
    }

    private void recovered(boolean isComplete) {
        assertThat(hasBegun).isFalse();
        List<Integer> missed = missed();
        if (isComplete) {
            assertThat(recovered).as("told to be everything missed").isEqualTo(missed);
        } else {
            assertThat(recovered).isEmpty();
        }
        assertThat(mustBeInSync == null || mustBeInSync == isComplete)
                .as("in sync: %s, missed %s", isComplete, missed)
                .isTrue();
    }

    /** What a recovery has to bring; a number that nobody published if it can't be complete. */
    private List<Integer> missed() {
        if (request.start() instanceof LiveStart.AfterMessage after) {
            return before.stream()
                    .filter(told -> told.msgId() > after.msgId())
                    .map(Told::number)
                    .toList();
        }
        SubjectPosition from = ((LiveStart.AfterPosition) request.start()).position();
        // Everything after it is to be of its epoch: what came after a new one began is missed too.
        long fromMsgId = before.stream()
                .filter(told -> told.position().equals(from))
                .mapToLong(Told::msgId)
                .findAny()
                .orElse(from.seq() == 0 ? from.epoch() - 1 : Long.MAX_VALUE);
        return before.stream()
                .filter(told -> told.msgId() > fromMsgId)
                .map(told -> told.position().epoch() == from.epoch() ? told.number() : -1)
                .toList();
    }

    private void begun(LiveEvent.Begun begun) {
        assertThat(hasBegun).isFalse();
        hasBegun = true;
        assertThat(begun.covers()).isEqualTo(lastMsgIdBefore);
        covers = begun.covers();
        boolean asksForSnapshots = request.start() instanceof LiveStart.Snapshot;
        assertThat(asksForSnapshots ? unreadSnapshots.keySet() : List.of())
                .as("snapshots that did not come")
                .isEmpty();
        historical.forEach(this::checkHistory);
        mustBeHistory.forEach((topic, expected) -> assertThat(historical.getOrDefault(topic, List.of()))
                .as("history of %s: %s", topic, expected)
                .isEqualTo(expected.stream().map(Told::number).toList()));
    }

    /** The newest of the subject, as many as it may be, with none missing. */
    private void checkHistory(String topic, List<Integer> numbers) {
        List<Integer> all = before.stream()
                .filter(told -> told.topic().equals(topic))
                .map(Told::number)
                .toList();
        assertThat(numbers.size()).isLessThanOrEqualTo(((LiveStart.History) request.start()).newest());
        assertThat(numbers).as("history of %s", topic).isEqualTo(all.subList(all.size() - numbers.size(), all.size()));
        assertThat(lastOfSubject).as("snapshot and history").doesNotContainKey(topic);
    }

    private void update(Received received, int number) {
        assertThat(hasBegun).isTrue();
        Told told = later.get(next++);
        while (told.number() != number) {
            assertThat(told.guaranteed() && !isConflated())
                    .as("%s was left out, %d came", told, number)
                    .isFalse();
            skipped += told.guaranteed() ? 0 : 1;
            assertThat(next)
                    .as("%d came, and nothing like it was published", number)
                    .isLessThan(later.size());
            told = later.get(next++);
        }
        waited += told.guaranteed() ? 1 : 0;
        waitedBytes += told.guaranteed() ? told.sizeBytes() : 0;
        discarded += received.discardedBefore();
        assertThat(skipped <= discarded || isConflated())
                .as("direct messages lost without a word")
                .isTrue();
        assertThat(received.message().guaranteed()).isEqualTo(told.guaranteed());
        SubjectPosition place = received.message().position();
        assertThat(place.equals(told.position()) || (!told.guaranteed() && place.equals(SubjectPosition.NONE)))
                .as("place of %s: %s", told, place)
                .isTrue();
        seen(received);
    }

    private boolean isConflated() {
        return !request.conflation().isZero();
    }

    private void seen(Received received) {
        long now = received.covers().orElseThrow();
        assertThat(now).as("covers").isGreaterThanOrEqualTo(covers);
        covers = now;
        if (received.message().guaranteed()) {
            position = received.message().position();
        }
    }

    /** The guaranteed message that found no room. */
    private Told refused() {
        return later.stream().skip(next).filter(Told::guaranteed).findFirst().orElseThrow();
    }

    /** Nothing could be polled. */
    void heardNothing() {
        waited = subscription.isEnded() ? waited : 0;
        waitedBytes = subscription.isEnded() ? waitedBytes : 0;
    }

    /** Nothing more can be polled now. */
    void drained() {
        if (subscription.isEnded()) {
            String reason = subscription.endReason();
            assertThat(reason.contains("did not keep up") || (maybeUnreadable && reason.contains("before it was read")))
                    .as("ended: %s", reason)
                    .isTrue();
            if (reason.contains("did not keep up")) {
                boolean wasFull = waited >= request.bufferMessages()
                        || waitedBytes + refused().sizeBytes() > request.bufferBytes();
                assertThat(wasFull || isConflated())
                        .as("%d messages, %d B waited", waited, waitedBytes)
                        .isTrue();
            }
            return;
        }
        assertThat(hasBegun).isTrue();
        while (next < later.size()) {
            Told left = later.get(next++);
            boolean isNewest = later.subList(next, later.size()).stream()
                    .noneMatch(other -> other.topic().equals(left.topic()));
            assertThat(left.guaranteed() && (isNewest || !isConflated()))
                    .as("%s never came", left)
                    .isFalse();
            skipped += left.guaranteed() ? 0 : 1;
        }
        assertThat(skipped == discarded || isConflated())
                .as("%d direct messages lost, %d told", skipped, discarded)
                .isTrue();
    }
}
