package io.reprise.broker.it.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.it.database.EmbeddedMariaDb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WildFlyServerIT {

    private static final ApplicationUser ADMIN = ApplicationUser.withGeneratedPassword("admin", "reprise-admin");

    private static final Path FOLDER = Path.of("target", "it", "wildfly-server");

    private static EmbeddedMariaDb database;
    private static WildFlyServer server;

    @BeforeAll
    static void startServer() {
        database = EmbeddedMariaDb.startTemporary();
        ApplicationDatasource orders = new ApplicationDatasource(
                "Orders", ApplicationDatasource.Kind.XA, database.jdbcUrl(), database.user(), database.password());
        ApplicationDatasource audit = new ApplicationDatasource(
                "Audit",
                ApplicationDatasource.Kind.LAST_RESOURCE,
                database.jdbcUrl(),
                database.user(),
                database.password());
        server = WildFlyServer.create(ServerSettings.in(FOLDER.resolve("server"))
                .withConfiguration(ServerConfiguration.reprise().with(orders).with(audit))
                .withDatabase(database)
                .withMdbPool(45)
                .withRecoveryEvery(1)
                .withUser(ADMIN));
        server.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
        database.close();
    }

    @Test
    void reachesTheDatabaseThroughTheBrokersAndTheApplicationsDatasources() {
        assertThat(connects("data-source", "RepriseDS")).isTrue();
        assertThat(connects("xa-data-source", "Orders")).isTrue();
        assertThat(connects("data-source", "Audit")).isTrue();
    }

    @Test
    void makesTheBrokersAdapterTheDefaultOfMessageDrivenBeans() {
        ModelNode read = Operations.createReadAttributeOperation(
                Operations.createAddress("subsystem", "ejb3"), "default-resource-adapter-name");
        read.get("resolve-expressions").set(true);

        assertThat(server.management().call(read).asString()).isEqualTo("broker-ear.ear#broker-rar.rar");
    }

    @Test
    void givesMessageDrivenBeansAPoolOfTheChosenSize() {
        ModelNode read = Operations.createReadAttributeOperation(
                Operations.createAddress("subsystem", "ejb3", "strict-max-bean-instance-pool", "reprise-mdb-pool"),
                "max-pool-size");

        assertThat(server.management().call(read).resolve().asInt()).isGreaterThan(0);
        ModelNode resolve = Operations.createOperation("resolve-expression");
        resolve.get("expression").set("${reprise.mdb.pool}");
        assertThat(server.management().call(resolve).asInt()).isEqualTo(45);
    }

    @Test
    void letsAUserInByPasswordAndRole() throws Exception {
        server.management().deploy(hello());

        assertThat(get("/hello/hello", ADMIN.password()).body()).isEqualTo("Hello admin");
        assertThat(get("/hello/hello", "guessed").statusCode()).isEqualTo(401);
    }

    @Test
    void hasItsDeploymentsPortsAndTransactionNodeAgainAfterAKill() throws Exception {
        server.management().deploy(hello());
        URI before = server.httpUri();
        long pid = server.pid();

        server.kill();

        assertThat(ProcessHandle.of(pid)).isEmpty();
        server.start();
        assertThat(server.httpUri()).isEqualTo(before);
        assertThat(get("/hello/hello", ADMIN.password()).body()).isEqualTo("Hello admin");
    }

    @Test
    void forgetsAnUndeployedArchive() throws Exception {
        server.management().deploy(hello());

        server.management().undeploy("hello.war");

        assertThat(server.management().isDeployed("hello.war")).isFalse();
        assertThat(get("/hello/hello", ADMIN.password()).statusCode()).isEqualTo(404);
    }

    @Test
    void saysInOneLineWhyADeploymentFails() {
        WebArchive broken = ShrinkWrap.create(WebArchive.class, "broken.war")
                .addAsWebInfResource(new StringAsset("<web-"), "web.xml");

        assertThatThrownBy(() -> server.management().deploy(broken))
                .isInstanceOf(ServerFailure.class)
                .hasMessageStartingWith("broken.war can't be deployed: ")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void saysInOneLineThatAPortIsBusy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                WildFlyServer second = WildFlyServer.create(ServerSettings.in(FOLDER.resolve("second"))
                        .withDatabase(database)
                        .withPorts(taken.getLocalPort(), 0))) {

            assertThatThrownBy(second::start)
                    .isInstanceOf(ServerFailure.class)
                    .hasMessage("Port " + taken.getLocalPort()
                            + " for HTTP is in use by another program: stop that one, or choose another port");
        }
    }

    private static boolean connects(String kind, String name) {
        ModelNode test = Operations.createOperation(
                "test-connection-in-pool", Operations.createAddress("subsystem", "datasources", kind, name));
        return server.management().call(test).get(0).asBoolean();
    }

    private static WebArchive hello() {
        return ShrinkWrap.create(WebArchive.class, "hello.war")
                .addClass(HelloServlet.class)
                .addAsWebInfResource(new StringAsset("""
                                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                                    <login-config>
                                        <auth-method>BASIC</auth-method>
                                    </login-config>
                                </web-app>
                                """), "web.xml");
    }

    private static HttpResponse<String> get(String path, String password) throws IOException, InterruptedException {
        String credentials = Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.httpUri().resolve(path))
                                .header("Authorization", "Basic " + credentials)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
