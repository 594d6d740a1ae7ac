package io.reprise.broker.web;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.application.RepriseApplication;
import io.reprise.broker.web.error.ErrorPageServlet;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ErrorPage;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.SecurityConstraint;
import io.undertow.servlet.api.SecurityInfo.EmptyRoleSemantic;
import io.undertow.servlet.api.WebResourceCollection;
import jakarta.servlet.ServletException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.undertow.UndertowJaxrsServer;
import org.jboss.resteasy.spi.ResteasyDeployment;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The application over a {@link FakeBroker} on the HTTP stack that is in the server, RESTEasy on Undertow, with the constraints that
 * {@code web.xml} has, and users called like their role. A free port for each test.
 */
public final class HttpServer implements BeforeEachCallback, AfterEachCallback {
    /** What the application takes for now. */
    public static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);

    private FakeBroker broker = new FakeBroker();
    private boolean absent;
    private Undertow server = Undertow.builder().build();
    private URI root = URI.create("http://localhost/");

    @Override
    public void beforeEach(ExtensionContext context) throws ServletException {
        broker = new FakeBroker();
        absent = false;
        DeploymentManager deployment = Servlets.newContainer().addDeployment(application());
        deployment.deploy();
        server = Undertow.builder()
                .addHttpListener(0, "localhost")
                .setHandler(Handlers.path().addPrefixPath("/reprise", deployment.start()))
                .build();
        server.start();
        InetSocketAddress address =
                (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        root = URI.create("http://localhost:" + address.getPort() + "/reprise/");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        server.stop();
    }

    public FakeBroker broker() {
        return broker;
    }

    public FakeVpn vpn() {
        return broker.fakeVpn("default");
    }

    /** As before the engine has started. */
    public void takeBrokerAway() {
        absent = true;
    }

    /** A client that logs in as that user: admin, operator, monitor, client, or guest, who has no role of ours. */
    public HttpCalls as(String user) {
        return new HttpCalls(root, user);
    }

    private FakeBroker currentBroker() {
        if (absent) {
            throw new BrokerException(ErrorCode.VPN_DOWN, "the broker is not running in this server");
        }
        return broker;
    }

    private DeploymentInfo application() {
        ResteasyDeployment resteasy = new ResteasyDeploymentImpl();
        resteasy.setApplication(new RepriseApplication(this::currentBroker, InstantSource.fixed(NOW)));
        resteasy.setSecurityEnabled(true);
        return new UndertowJaxrsServer()
                .undertowDeployment(resteasy, "/")
                .setContextPath("/reprise")
                .setDeploymentName("broker-web.war")
                .setClassLoader(getClass().getClassLoader())
                .addServlet(
                        Servlets.servlet("error-page", ErrorPageServlet.class).addMapping("/error-page"))
                .addErrorPage(new ErrorPage("/error-page"))
                .setIdentityManager(new RoleUsers())
                .setLoginConfig(new LoginConfig("BASIC", "Reprise"))
                .addSecurityConstraint(constraint("/*", EmptyRoleSemantic.AUTHENTICATE))
                .addSecurityConstraint(constraint("/health/live", EmptyRoleSemantic.PERMIT));
    }

    private static SecurityConstraint constraint(String path, EmptyRoleSemantic semantic) {
        return new SecurityConstraint()
                .addWebResourceCollection(new WebResourceCollection().addUrlPattern(path))
                .setEmptyRoleSemantic(semantic);
    }
}
