package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.MariaDbServer;
import io.reprise.broker.engine.vpn.RetainingProcess.Publisher;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.topic.TopicName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker killed during a storm of retained updates: each snapshot is one that was published, whole, none older than one that was there
 * before, and none older than the newest acknowledged guaranteed one [spec 3.1]. A longer run: {@code -Dcampaign.snapshot.kills=50}.
 */
class SnapshotCrashTest {
    @TempDir
    Path folder;

    private final MariaDbServer server = MariaDbServer.shared();
    private final String schema = server.newDatabase();
    private final Map<String, Integer> published = new HashMap<>();
    private final Map<String, Integer> acknowledged = new HashMap<>();
    private final Map<String, Integer> seen = new HashMap<>();

    @Test
    void eachSnapshotIsOneThatWasPublishedAndNotOlderThanWhatWasAcknowledged() throws Exception {
        int kills = Integer.getInteger("campaign.snapshot.kills", 4);
        long seed = Long.getLong("campaign.snapshot.seed", System.nanoTime());
        Random random = new Random(seed);
        int checked = 0;
        for (int i = 0; i < kills; i++) {
            kill(random);
            checked += check("kill " + i + " of seed " + seed);
        }
        assertThat(checked).as("snapshots found").isGreaterThan(kills * Publisher.values().length);
        System.getLogger(SnapshotCrashTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "{0} kills, seed {1}: {2} acknowledged, {3} snapshots as they should be",
                        kills,
                        Long.toString(seed),
                        Files.readAllLines(folder.resolve("events")).stream()
                                .filter(line -> line.startsWith("A "))
                                .count(),
                        checked);
    }

    private void kill(Random random) throws IOException {
        Path file = folder.resolve("events");
        int from = published.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        try (RetainingProcess process =
                RetainingProcess.start(server.url(schema), server.user(), server.password(), file, from)) {
            process.await(1 + random.nextInt(20));
        }
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ");
            (words[0].equals("P") ? published : acknowledged).merge(words[1], Integer.parseInt(words[2]), Math::max);
        }
    }

    /** How many snapshots there are. */
    private int check(String when) {
        int there = 0;
        try (TestBroker broker = TestBroker.on(server.url(schema), server.user(), server.password())) {
            for (Publisher publisher : Publisher.values()) {
                for (int i = 0; i < RetainingProcess.SUBJECTS_A_PUBLISHER; i++) {
                    there += check(broker, publisher.subject(i), when) ? 1 : 0;
                }
            }
        }
        return there;
    }

    private boolean check(TestBroker broker, String subject, String when) {
        Optional<LiveMessage> snapshot = broker.vpn.live().snapshot(TopicName.of(subject));
        int number = snapshot.map(message -> number(subject, message)).orElse(0);
        assertThat(number)
                .as("snapshot of %s after %s", subject, when)
                .isBetween(
                        Math.max(acknowledged.getOrDefault(subject, 0), seen.getOrDefault(subject, 0)),
                        published.getOrDefault(subject, 0));
        seen.put(subject, number);
        return snapshot.isPresent();
    }

    private static int number(String subject, LiveMessage message) {
        String text = new String(message.message().body(), StandardCharsets.UTF_8);
        int number = Integer.parseInt(text.substring(subject.length() + 1, text.indexOf(';')));
        assertThat(text).isEqualTo(RetainingProcess.text(subject, number));
        return number;
    }
}
