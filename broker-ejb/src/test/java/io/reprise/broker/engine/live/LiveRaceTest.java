package io.reprise.broker.engine.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.reprise.broker.model.management.VpnAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two hundred subscribers come, leave and return on real threads while others publish: nobody misses a message or gets one twice. */
class LiveRaceTest {
    private static final int SUBSCRIBERS = 200;
    private static final int ENTRIES = 3_000;
    private static final int DIRECT = 5_000;
    private static final List<String> TOPICS = List.of("r/1", "r/2", "r/3", "other");

    private final ExecutorService pool = Executors.newFixedThreadPool(6);
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final LiveWorld world = new LiveWorld();

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void nobodyMissesAMessageOrGetsOneTwice() throws Exception {
        world.set(VpnAttributes.MAX_CACHED_MESSAGES, 1_000_000L);
        world.side = world.side(pool, Inbox.Bounds.USUAL);
        world.side.recoveredThrough(0);
        TOPICS.forEach(topic -> world.publish(topic, "0", true));
        List<RacingSubscriber> subscribers = new ArrayList<>();
        for (int i = 0; i < SUBSCRIBERS; i++) {
            String filter = i % 3 == 0 ? "r/*" : i % 3 == 1 ? ">" : TOPICS.get(i % TOPICS.size());
            RacingSubscriber subscriber = new RacingSubscriber(world.side, filter, i, pool, failures::add);
            subscribers.add(subscriber);
            subscriber.wake();
        }

        List<Future<?>> publishers = TOPICS.stream()
                .<Future<?>>map(topic -> pool.submit(() -> direct(topic)))
                .toList();
        for (int i = 0; i < ENTRIES; i++) {
            world.publish(TOPICS.get(i % TOPICS.size()), "" + i, i % 5 == 0);
            if (i % 100 == 0) {
                world.side.flush();
                world.side.age();
            }
        }
        for (Future<?> publisher : publishers) {
            publisher.get();
        }

        long last = 1 + ENTRIES / TOPICS.size();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !failures.isEmpty()
                        || subscribers.stream()
                                .allMatch(subscriber ->
                                        subscriber.heard().values().stream().allMatch(number -> number == last)
                                                && !subscriber.heard().isEmpty()));
        assertThat(failures).isEmpty();
        assertThat(world.side.statistics().recoveriesInSync()).isPositive();
        assertThat(world.side.statistics().demotedMsgs()).isPositive();
    }

    private void direct(String topic) {
        for (int i = 1; i <= DIRECT; i++) {
            world.direct(topic, "" + i, i % 50 == 0);
        }
    }
}
