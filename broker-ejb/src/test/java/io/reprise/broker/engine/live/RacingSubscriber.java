package io.reprise.broker.engine.live;

import io.reprise.broker.engine.deliver.Woken;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber that comes, leaves and returns while others publish, and checks what it hears: no guaranteed message is missing or comes
 * twice, nothing goes backwards. Works when it is told, one thread at a time.
 */
final class RacingSubscriber {
    private final LiveSide side;
    private final String filter;
    private final Random random;
    private final Woken woken;
    private final Consumer<Throwable> failures;

    /** Of each subject the newest guaranteed one that it had, or knows to have been there. */
    private final Map<String, SubjectPosition> places = new HashMap<>();

    /** Of each subject the newest direct one. */
    private final Map<String, Integer> directs = new HashMap<>();

    private volatile Map<String, Long> heard = Map.of();

    private @Nullable LiveSubscription subscription;
    private long covers = -1;
    private int untilItLeaves;

    RacingSubscriber(LiveSide side, String filter, long seed, Executor executor, Consumer<Throwable> failures) {
        this.side = side;
        this.filter = filter;
        this.random = new Random(seed);
        this.failures = failures;
        this.woken = new Woken(executor, this::work);
    }

    void wake() {
        woken.wake();
    }

    /** The newest number heard of each subject; any thread. */
    Map<String, Long> heard() {
        return heard;
    }

    private void work() {
        try {
            while (hear()) {
                // until there is nothing to hear
            }
            Map<String, Long> now = new HashMap<>();
            places.forEach((subject, place) -> now.put(subject, place.seq()));
            heard = now;
        } catch (RuntimeException | AssertionError e) {
            failures.accept(e);
        }
    }

    private boolean hear() {
        LiveSubscription current = subscription;
        if (current == null) {
            join();
            return true;
        }
        LiveEvent event = current.poll();
        if (event == null) {
            if (current.isEnded()) {
                subscription = null;
                return true;
            }
            return false;
        }
        hear(event);
        if (--untilItLeaves == 0) {
            current.close();
            subscription = null;
        }
        return true;
    }

    private void join() {
        untilItLeaves = 50 + random.nextInt(3_000);
        LiveStart start = covers >= 0
                ? new LiveStart.AfterMessage(covers)
                : random.nextBoolean() ? new LiveStart.Snapshot() : new LiveStart.History(1 + random.nextInt(5));
        subscription = side.subscribe(LiveWorld.request(start, filter), this::wake);
    }

    private void hear(LiveEvent event) {
        if (event instanceof LiveEvent.Begun begun) {
            covers = begun.covers();
        } else if (event instanceof LiveEvent.Recovered recovered && !recovered.complete()) {
            throw new AssertionError("nothing is ever evicted, and yet " + filter + " missed something");
        } else if (event instanceof LiveEvent.Received received) {
            received(received);
        }
    }

    private void received(LiveEvent.Received received) {
        String subject = received.message().message().topic().text();
        SubjectPosition position = received.message().position();
        SubjectPosition before = places.get(subject);
        if (received.type() == LiveMessageType.SNAPSHOT) {
            places.put(subject, received.message().head());
        } else if (received.message().guaranteed()) {
            if (before != null && (position.epoch() != before.epoch() || position.seq() != before.seq() + 1)) {
                throw new AssertionError(received.type() + " " + position + " after " + before + " on " + subject);
            }
            places.put(subject, position);
        } else {
            int number = Integer.parseInt(LiveWorld.text(received));
            Integer last = directs.put(subject, number);
            if ((last != null && last >= number) || (before != null && position.seq() < before.seq())) {
                throw new AssertionError("direct " + number + " after " + last + ", " + position + " after " + before);
            }
        }
        covers = received.covers().orElse(covers);
    }
}
