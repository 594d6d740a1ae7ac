package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.ReplayingProcess.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.MariaDbServer;
import io.reprise.broker.engine.vpn.ReplayingProcess.Step;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.replay.ReplayState;
import io.reprise.broker.model.replay.ReplayStatus;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker killed in every state of a replay goes on where its log stands [spec 2.4]: nothing is skipped, what was durably acknowledged does
 * not come again, the order stays. A longer run: {@code -Dcampaign.replay.kills=50}.
 */
class ReplayCrashTest {
    private static final int PUBLISHED_BEFORE = 60;
    private static final int UNACKED = 12;

    @TempDir
    Path folder;

    private final MariaDbServer server = MariaDbServer.shared();
    private final String schema = server.newDatabase();

    /** One line of what the processes wrote. */
    private record Event(char what, int generation, long msgId, int count) {
        static Event parse(String line) {
            String[] parts = line.split(" ");
            boolean published = parts[0].equals("P");
            return new Event(
                    parts[0].charAt(0),
                    published ? 0 : Integer.parseInt(parts[1]),
                    Long.parseLong(parts[published ? 1 : 2]),
                    parts.length > 3 ? Integer.parseInt(parts[3]) : 0);
        }

        String key() {
            return generation + "/" + msgId;
        }
    }

    @Test
    void goesOnWhereItWasWheneverItIsKilled() throws Exception {
        int kills = Integer.getInteger("campaign.replay.kills", 8);
        long seed = Long.getLong("campaign.replay.seed", System.nanoTime());
        Path file = folder.resolve("events");
        prepare(file);
        Map<String, Integer> killed = new HashMap<>();

        Random random = new Random(seed);
        for (int i = 0; i < kills; i++) {
            killed.merge(kill(i, random, file), 1, Integer::sum);
        }
        ReplayStatus last = drain(file);

        System.getLogger(ReplayCrashTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "{0} kills, seed {1}: {2}; {3} replays, {4} complete",
                        kills,
                        Long.toString(seed),
                        killed,
                        last.startCount(),
                        last.successCount());
        verify(Files.readAllLines(file).stream().map(Event::parse).toList());
    }

    private TestBroker open() {
        return TestBroker.on(server.url(schema), server.user(), server.password());
    }

    private void prepare(Path file) throws IOException {
        try (TestBroker broker = open();
                FileOutputStream events = new FileOutputStream(file.toFile(), true)) {
            ReplayLogs.enable(broker.administration);
            EndpointSettings few = EndpointSettings.clientCreated(EndpointKind.QUEUE)
                    .with(EndpointAttributes.MAX_DELIVERED_UNACKED_MSGS_PER_FLOW, (long) UNACKED);
            broker.createQueue(QUEUE, few, "t/>");
            for (int i = 0; i < PUBLISHED_BEFORE; i++) {
                ReplayingProcess.publish(broker.vpn, events);
            }
        }
    }

    /** Before and after each step in turn, and at random in between; where it was. */
    private String kill(int round, Random random, Path file) throws IOException {
        Step step = Step.values()[round / 2 % Step.values().length];
        boolean after = round % 2 == 1;
        boolean startsAnew = random.nextInt(4) == 0;
        // At a random moment: so many acknowledged before it at most.
        int acknowledged = step == Step.NONE ? 1 + random.nextInt(PUBLISHED_BEFORE) : Integer.MAX_VALUE;
        try (ReplayingProcess process = ReplayingProcess.start(
                server.url(schema), server.user(), server.password(), file, step, after, startsAnew)) {
            process.await(acknowledged);
        }
        return step == Step.NONE ? "at random" : (after ? "after " : "before ") + step;
    }

    private ReplayStatus drain(Path file) throws IOException {
        try (TestBroker broker = open();
                FileOutputStream events = new FileOutputStream(file.toFile(), true);
                DeliverySession session = broker.consume(QUEUE)) {
            ReplayStatus status = status(broker);
            Delivery delivery = session.receive(Duration.ofSeconds(5));
            while (delivery != null || status.state().isRunning()) {
                if (delivery != null) {
                    ReplayingProcess.consume(broker.vpn, delivery, events);
                }
                delivery = session.receive(Duration.ofMillis(100));
                status = status(broker);
            }
            assertThat(status.state()).isEqualTo(ReplayState.COMPLETE);
            assertThat(broker.administration
                            .endpointStatistics(EndpointKind.QUEUE, QUEUE)
                            .spooledMsgCount())
                    .isZero();
            return status;
        }
    }

    private static ReplayStatus status(TestBroker broker) {
        return broker.administration.replays().status(EndpointKind.QUEUE, QUEUE);
    }

    /** The copies of a replay are in an even generation, what followed them live is in the next odd one. */
    private static void verify(List<Event> events) {
        TreeSet<Long> published = new TreeSet<>();
        events.stream().filter(event -> event.what() == 'P').forEach(event -> published.add(event.msgId()));
        Map<Integer, Set<Long>> came = new HashMap<>();
        Set<String> acknowledged = new HashSet<>();
        int lastReplay = 0;
        for (Event event : events) {
            if (event.what() == 'A') {
                acknowledged.add(event.key());
            } else if (event.what() == 'R' && event.generation() > 1) {
                assertThat(acknowledged).as("acknowledged, and came again").doesNotContain(event.key());
                int replay = event.generation() / 2 * 2;
                Set<Long> before = came.computeIfAbsent(replay, none -> new HashSet<>());
                assertThat(missing(published, event.msgId(), before))
                        .as("skipped before %s", event)
                        .isEmpty();
                boolean isNew = before.add(event.msgId());
                assertThat(event.count()).as("count of %s", event).isLessThanOrEqualTo(isNew ? 2 : Integer.MAX_VALUE);
                lastReplay = Math.max(lastReplay, replay);
            }
        }
        assertThat(missing(published, Long.MAX_VALUE, came.getOrDefault(lastReplay, Set.of())))
                .as("never came in the last replay")
                .isEmpty();
    }

    private static List<Long> missing(TreeSet<Long> published, long before, Set<Long> came) {
        List<Long> missing = new ArrayList<>(published.headSet(before));
        missing.removeAll(came);
        return missing;
    }
}
