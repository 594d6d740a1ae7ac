package io.reprise.broker.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One thread changes subscriptions without pause while others match. */
class RoutingUnderChangeTest {
    private static final int READERS = 3;
    private static final int ROUNDS = 20_000;
    private static final TopicName TOPIC = TopicName.of("site/7/temperature");

    private final RoutingTable table = new RoutingTable();
    private final ExecutorService threads = Executors.newFixedThreadPool(READERS);
    private final AtomicBoolean done = new AtomicBoolean();

    @AfterEach
    void stopReaders() {
        done.set(true);
        threads.shutdownNow();
    }

    @Test
    void exceptionMadeBeforeItsInclusionAndRemovedAfterItIsNeverMissed() throws Exception {
        table.addQueue(1, "guarded", List.of());
        table.addQueue(2, "steady", List.of(TopicFilter.of("site/>"), TopicFilter.of("site/*/temperature")));
        List<Future<?>> readers = startReaders(() -> {
            assertThat(table.match(TOPIC).toArray()).containsExactly(2);
            return null;
        });

        for (int i = 0; i < ROUNDS; i++) {
            table.subscribe(1, TopicFilter.of("!site/7/*"));
            table.subscribe(1, TopicFilter.of(i % 2 == 0 ? "site/7/temperature" : "site/>"));
            table.unsubscribe(1, TopicFilter.of(i % 2 == 0 ? "site/7/temperature" : "site/>"));
            table.unsubscribe(1, TopicFilter.of("!site/7/*"));
        }

        finish(readers);
    }

    /** Filters are gone through in the order of their text: a space comes before the exclamation mark, a letter after it. */
    @Test
    void endpointComesAndGoesWithAllItsSubscriptions() throws Exception {
        TopicName early = TopicName.of(" site/7");
        List<TopicFilter> inclusionFirst = List.of(TopicFilter.of(" site/*"), TopicFilter.of("! site/7"));
        List<TopicFilter> exceptionFirst = List.of(TopicFilter.of("site/7/*"), TopicFilter.of("!site/*/temperature"));
        List<Future<?>> readers = startReaders(() -> {
            assertThat(table.match(early).isEmpty()).isTrue();
            assertThat(table.match(TOPIC).isEmpty()).isTrue();
            return null;
        });

        for (long id = 1; id <= ROUNDS; id++) {
            table.addQueue(id, "q" + id, id % 2 == 0 ? inclusionFirst : exceptionFirst);
            table.remove(id);
        }

        finish(readers);
    }

    /** The next endpoint subscribes before the last one leaves: one of them or two neighbours match, whatever kind of filter they use. */
    @Test
    void subscriptionHandedRoundIsSeenAtOneEndpointOrAtTwoNeighbours() throws Exception {
        List<TopicFilter> filters = Stream.of(
                        "site/7/temperature", "*/7/>", "site/7*/temp*", ">", "site/*/*", "si*/7/t*")
                .map(TopicFilter::of)
                .toList();
        for (int i = 0; i < filters.size(); i++) {
            table.addQueue(i, "q" + i, List.of());
        }
        table.subscribe(0, filters.get(0));
        List<Future<?>> readers = startReaders(() -> {
            assertNeighbours(table.match(TOPIC), filters.size());
            return null;
        });

        for (int i = 0; i < ROUNDS; i++) {
            int holder = i % filters.size();
            int next = (i + 1) % filters.size();
            table.subscribe(next, filters.get(next));
            table.unsubscribe(holder, filters.get(holder));
        }

        finish(readers);
    }

    private static void assertNeighbours(EndpointIds ids, int ring) {
        assertThat(ids.size()).isBetween(1, 2);
        if (ids.size() == 2) {
            assertThat(ids.get(1) - ids.get(0)).isIn(1L, ring - 1L);
        }
    }

    /** Returns when each reader has made its first check. */
    private List<Future<?>> startReaders(Callable<Void> check) throws Exception {
        CountDownLatch started = new CountDownLatch(READERS);
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            readers.add(threads.submit(() -> {
                check.call();
                started.countDown();
                while (!done.get()) {
                    check.call();
                }
                return null;
            }));
        }
        started.await();
        return readers;
    }

    private void finish(List<Future<?>> readers) throws Exception {
        done.set(true);
        for (Future<?> reader : readers) {
            reader.get();
        }
    }
}
