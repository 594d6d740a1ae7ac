package io.reprise.broker.it.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.campaign.Campaign;
import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.seam.SeamConnection.Said;
import io.reprise.broker.it.server.ApplicationUser;
import io.reprise.broker.it.server.ServerConfiguration;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.server.WildFlyServer;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * One publisher at full speed for each of eight subjects, of guaranteed messages, of direct ones, or of both by chance; 200 subscribers, by
 * server-sent events and by WebSocket, that come, go and return at random [spec 3.1, 3.4]. Each stream is what {@link StreamCheck} allows.
 */
class SubjectSeamIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SUBSCRIBERS = 200;
    private static final int SOCKETS = 60;
    private static final List<String> SUBJECTS =
            List.of("/seam/g0", "/seam/g1", "/seam/g2", "/seam/g3", "/seam/d0", "/seam/d1", "/seam/m0", "/seam/m1");
    private static final List<String> BEGUN = List.of("LIVE", "DATA_SYNC", "DATA_RESYNC");
    private static final ApplicationUser ADMIN =
            ApplicationUser.withGeneratedPassword("admin", "reprise-admin", "reprise-monitor", "reprise-client");

    private static EmbeddedMariaDb database;
    private static WildFlyServer server;
    private static URI root;
    private static String authorization;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean published = new AtomicBoolean();
    private final CompletableFuture<Map<String, Long>> lastSeqs = new CompletableFuture<>();

    @BeforeAll
    static void start() {
        database = EmbeddedMariaDb.startTemporary();
        server = WildFlyServer.create(ServerSettings.in(Path.of("target", "it", "subjects"))
                .withConfiguration(ServerConfiguration.reprise())
                .withDatabase(database)
                .withUser(ADMIN));
        server.start();
        server.management().deploy(BrokerEar.file());
        new RepriseClient(server.httpUri(), ADMIN.name(), ADMIN.password()).awaitReady(PATIENCE);
        root = server.httpUri().resolve("/reprise/rest/");
        authorization = "Basic "
                + Base64.getEncoder()
                        .encodeToString((ADMIN.name() + ":" + ADMIN.password()).getBytes(StandardCharsets.UTF_8));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void everyStreamIsASnapshotOrWhatWasMissedThenEveryLaterMessageOnce() throws Exception {
        long seed = Campaign.seed();
        Campaign.say("subjects without a seam, seed " + seed);
        Random random = new Random(seed);
        List<Future<?>> publishers = new ArrayList<>();
        for (String subject : SUBJECTS) {
            long own = random.nextLong();
            publishers.add(threads.submit(() -> publish(subject, new Random(own))));
        }
        List<Future<StreamCheck>> subscribers = new ArrayList<>();
        for (int i = 0; i < SUBSCRIBERS; i++) {
            int number = i;
            long own = random.nextLong();
            subscribers.add(threads.submit(() -> subscribe(number, new Random(own))));
        }
        for (Future<?> publisher : publishers) {
            publisher.get();
        }
        published.set(true);
        endSubjects();
        int snapshots = 0;
        int recovered = 0;
        for (Future<StreamCheck> subscriber : subscribers) {
            StreamCheck check = subscriber.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            snapshots += check.snapshots();
            recovered += check.recovered();
        }
        threads.shutdownNow();
        assertThat(snapshots).isGreaterThan(SUBSCRIBERS / 2);
        assertThat(recovered).isPositive();
        Campaign.result(
                "subjects without a seam, in the server",
                SUBSCRIBERS,
                "" + seed,
                Campaign.subjectMessages() + " messages on each of " + SUBJECTS.size() + " subjects; " + SUBSCRIBERS
                        + " subscribers got " + snapshots + " snapshots and recovered " + recovered
                        + " messages; every stream was as it should be");
    }

    private Void publish(String subject, Random random) throws Exception {
        for (int number = 1; number <= Campaign.subjectMessages(); number++) {
            boolean direct = subject.contains("d") || subject.contains("/m") && random.nextBoolean();
            produce(subject, number, random.nextInt(3) == 0, direct);
        }
        return null;
    }

    private void produce(String subject, int number, boolean retained, boolean direct) throws Exception {
        String options = "&retained=" + retained + "&qos=" + (direct ? "standard" : "guaranteed");
        call("POST", "produce?subject=" + subject + options, Integer.toString(number));
    }

    private JsonObject call(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(root.resolve(path))
                .header("Authorization", authorization)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.createReader(new StringReader(response.body())).readObject();
    }

    private StreamCheck subscribe(int number, Random random) throws Exception {
        boolean bySocket = number < SOCKETS;
        String filter = random.nextInt(10) == 0 ? "/seam/*" : SUBJECTS.get(random.nextInt(SUBJECTS.size()));
        StreamCheck check = new StreamCheck((bySocket ? "WebSocket " : "stream ") + number + " on " + filter);
        String position = "";
        boolean last = false;
        while (!last) {
            last = published.get();
            boolean recovers = !position.isEmpty() && random.nextInt(4) != 0;
            check.connects(recovers);
            try (SeamConnection connection = bySocket
                    ? SeamConnection.socket(root, authorization, filter, recovers ? position : "")
                    : SeamConnection.events(root, authorization, filter, recovers ? position : "")) {
                position = last ? readToTheEnd(connection, check, filter) : read(connection, check, random);
            }
        }
        return check;
    }

    /** Reads some; where it is then. What it has read after its last position is forgotten. */
    private String read(SeamConnection connection, StreamCheck check, Random random) throws InterruptedException {
        int events = 1 + random.nextInt(300);
        String position = "";
        for (int i = 0; i < events || position.isEmpty(); i++) {
            Said said = connection.next();
            if (said == Said.END) {
                return position;
            }
            take(said, check);
            position = said.position().isEmpty() ? position : said.position();
            // Asked when it is somewhere: nothing need follow that would have it asked again, unless the end is still
            // to come.
            if (published.get() && !position.isEmpty()) {
                return position;
            }
        }
        return position;
    }

    /** To the newest guaranteed message of each of its subjects. */
    private String readToTheEnd(SeamConnection connection, StreamCheck check, String filter)
            throws InterruptedException {
        boolean isLive = false;
        while (!isLive || !isAtTheEnd(check)) {
            Said said = connection.next();
            assertThat(said).as("of " + filter).isNotEqualTo(Said.END);
            take(said, check);
            isLive |= BEGUN.contains(said.status());
        }
        return "";
    }

    /** Whether it has the last guaranteed message of each subject that it knows. */
    private boolean isAtTheEnd(StreamCheck check) {
        return lastSeqs.join().entrySet().stream()
                .allMatch(last -> check.seq(last.getKey()) == 0 || check.seq(last.getKey()) == last.getValue());
    }

    /** Wakes who still reads, and says where each subject ends. */
    private void endSubjects() throws Exception {
        Map<String, Long> seqs = new HashMap<>();
        for (String subject : SUBJECTS) {
            boolean direct = subject.contains("d");
            produce(subject, Campaign.subjectMessages() + 1, true, direct);
            if (!direct) {
                JsonObject newest = call("GET", "consume?subject=" + subject, "")
                        .getJsonArray("messages")
                        .getJsonObject(0);
                seqs.put(subject, newest.getJsonNumber("seq").longValue());
            }
        }
        lastSeqs.complete(seqs);
    }

    private static void take(Said said, StreamCheck check) {
        if (said.status().isEmpty()) {
            check.gets(said.message());
        } else {
            check.says(said.status());
        }
    }
}
