package io.reprise.broker.it.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import io.reprise.broker.it.process.FileTree;
import io.reprise.broker.it.server.ServerSettings;
import io.reprise.broker.it.setup.ShippedServer.Ended;
import io.reprise.broker.it.suite.BrokerEar;
import io.reprise.broker.it.suite.RepriseClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guide of docs/operations.md, step by step, on a WildFly as shipped: set up, used, and put back to what it was. */
class SetupScriptIT {
    private static final Path FOLDER = Path.of("target", "it", "setup").toAbsolutePath();
    private static final String USER = "alice";
    private static final String PASSWORD = "a-Password-of-hers-1";
    private static final String PASSWORD_OF_USER =
            "Basic " + Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));

    private final Path scripts = FOLDER.resolve("reprise-server");
    private final Tokens tokens = Tokens.withNewKey();
    private EmbeddedMariaDb database;
    private ShippedServer server;
    private List<String> shipped;

    @BeforeEach
    void unpack() throws IOException {
        FileTree.delete(FOLDER);
        Files.createDirectories(FOLDER);
        FileTree.copy(BrokerEar.file().resolveSibling("server"), scripts);
        database = EmbeddedMariaDb.startTemporary();
        server = ShippedServer.unpack(FOLDER.resolve("wildfly"));
        shipped = server.configuration();
        Files.writeString(scripts.resolve("reprise.properties"), """
                reprise.db.url=%s
                reprise.db.user=%s
                reprise.db.password=${env.REPRISE_DB_PASSWORD}
                reprise.db.driver=%s
                reprise.token.issuer=%s
                reprise.token.audience=%s
                reprise.token.key=%s
                """.formatted(
                        database.jdbcUrl() + "?" + ServerSettings.JDBC_OPTIONS,
                        database.user(),
                        Path.of(org.mariadb.jdbc.Driver.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath()),
                        Tokens.ISSUER,
                        Tokens.AUDIENCE,
                        tokens.publicKey()));
    }

    @AfterEach
    void takeAway() {
        server.close();
        database.close();
    }

    @Test
    void setsAStoppedServerUpAndARunningOneBack() throws Exception {
        succeeds(offline("reprise-setup.cli"));
        List<String> prepared = server.configuration();
        assertThat(prepared).doesNotContain(database.password());

        Ended again = offline("reprise-setup.cli");
        assertThat(again.status()).isNotZero();
        assertThat(again.said()).contains("Refused: there is a datasource RepriseDS already");
        assertThat(server.configuration()).isEqualTo(prepared);

        server.start(database.password());
        addUser();
        deployBroker();
        sendAndReceive("one");
        succeeds(cli("--command=undeploy " + BrokerEar.NAME));
        succeeds(running("reprise-undo.cli"));
        server.stop();
        assertThat(server.configuration()).isEqualTo(shipped);
    }

    @Test
    void setsARunningServerUpAndAStoppedOneBack() throws Exception {
        server.start(database.password());
        addUser();
        succeeds(running("reprise-setup.cli"));
        succeeds(cli("--command=reload"));
        deployBroker();
        sendAndReceive("two");
        letsTokensInAndNoLongerWhenThatIsUndone();
        succeeds(cli("--command=undeploy " + BrokerEar.NAME));
        server.stop();

        succeeds(offline("reprise-undo.cli"));
        assertThat(server.configuration()).isEqualTo(shipped);

        Ended again = offline("reprise-undo.cli");
        assertThat(again.status()).isNotZero();
        assertThat(server.configuration()).isEqualTo(shipped);
    }

    @Test
    void refusesAServerThatItCouldNotPutBack() throws Exception {
        Files.writeString(scripts.resolve("offline/change.cli"), """
                embed-server --server-config=standalone-full.xml
                /subsystem=undertow/server=default-server/http-listener=default:write-attribute(name=max-post-size, value=1000000)
                """);
        succeeds(offline("change.cli"));
        List<String> before = server.configuration();

        Ended refused = offline("reprise-setup.cli");

        assertThat(refused.status()).isNotZero();
        assertThat(refused.said()).contains("Refused: the listener 'default' of HTTP has a max-post-size of its own");
        assertThat(server.configuration()).isEqualTo(before);
    }

    private void letsTokensInAndNoLongerWhenThatIsUndone() throws Exception {
        assertThat(health("Bearer " + tokens.token("bob", "reprise-monitor"))).isEqualTo(401);

        succeeds(running("reprise-bearer.cli"));
        reload();
        assertThat(health("Bearer " + tokens.token("bob", "reprise-monitor"))).isEqualTo(200);
        assertThat(health("Bearer " + tokens.token("bob", "somebody"))).isEqualTo(403);
        assertThat(health("Bearer " + Tokens.withNewKey().token("bob", "reprise-monitor")))
                .isEqualTo(401);
        assertThat(health(PASSWORD_OF_USER)).isEqualTo(200);

        succeeds(running("reprise-bearer-undo.cli"));
        reload();
        assertThat(health("Bearer " + tokens.token("bob", "reprise-monitor"))).isEqualTo(401);
    }

    private void reload() {
        succeeds(cli("--command=reload"));
        new RepriseClient(server.httpUri(), USER, PASSWORD).awaitReady(Duration.ofMinutes(2));
    }

    private int health(String authorization) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.httpUri() + "/reprise/health"))
                                .header("Authorization", authorization)
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private Ended offline(String script) {
        return server.run(
                scripts,
                "jboss-cli.sh",
                "--file=offline/" + script,
                "--properties=reprise.properties",
                "--resolve-parameter-values");
    }

    private Ended running(String script) {
        return server.run(
                scripts,
                "jboss-cli.sh",
                "--connect",
                ShippedServer.PATIENTLY,
                server.controller(),
                "--file=" + script,
                "--properties=reprise.properties",
                "--resolve-parameter-values");
    }

    private Ended cli(String command) {
        return server.run(scripts, "jboss-cli.sh", "--connect", ShippedServer.PATIENTLY, server.controller(), command);
    }

    private static void succeeds(Ended ended) {
        assertThat(ended.status()).as(ended.said()).isZero();
    }

    private void addUser() {
        succeeds(server.run(
                scripts,
                "add-user.sh",
                "-a",
                "-u",
                USER,
                "-p",
                PASSWORD,
                "-g",
                "reprise-admin,reprise-operator,reprise-monitor,reprise-client"));
    }

    private void deployBroker() {
        succeeds(cli("--command=deploy " + BrokerEar.file()));
    }

    private void sendAndReceive(String text) throws Exception {
        RepriseClient client = new RepriseClient(server.httpUri(), USER, PASSWORD);
        client.awaitReady(Duration.ofMinutes(2));
        if (!client.hasQueue("first")) {
            client.createQueue("first", Map.of("ingressEnabled", true, "egressEnabled", true));
        }
        client.sendToQueue("first", text);

        String queue = "/reprise/rest/v1/default/QUEUE/first/consumers";
        String consumer =
                ModelNode.fromJSONString(post(queue, "{}")).get("consumerId").asString();
        ModelNode message = ModelNode.fromJSONString(post(queue + "/" + consumer + "/messages", "{}"))
                .get("messages")
                .get(0);
        assertThat(message.toJSONString(true)).contains(text);
        post(
                queue + "/" + consumer + "/settlements",
                "{\"accept\":[\"" + message.get("token").asString() + "\"]}");
        client.awaitDrained("first", Duration.ofSeconds(30));
    }

    private String post(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.httpUri() + path))
                                .header("Authorization", PASSWORD_OF_USER)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return answer.body();
    }
}
