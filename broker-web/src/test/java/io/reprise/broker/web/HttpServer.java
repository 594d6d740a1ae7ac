package io.reprise.broker.web;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.application.RepriseApplication;
import io.reprise.broker.web.error.ErrorPageServlet;
import io.reprise.broker.web.live.LiveStreams;
import io.reprise.broker.web.receive.Receiving;
import io.reprise.broker.web.settings.WebSettings;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.connector.ByteBufferPool;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.builder.PredicatedHandlersParser;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ErrorPage;
import io.undertow.servlet.api.ListenerInfo;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.SecurityConstraint;
import io.undertow.servlet.api.SecurityInfo.EmptyRoleSemantic;
import io.undertow.servlet.api.WebResourceCollection;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import io.undertow.websockets.jsr.WebSocketDeploymentInfo;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jboss.resteasy.core.ResteasyDeploymentImpl;
import org.jboss.resteasy.plugins.server.undertow.UndertowJaxrsServer;
import org.jboss.resteasy.spi.ResteasyDeployment;
import org.jspecify.annotations.Nullable;
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

    private static final ByteBufferPool BUFFERS = new DefaultByteBufferPool(true, 16_384);
    private static final int SHUTDOWN_MILLIS = 2_000;

    private final WebSettings settings;
    private FakeBroker broker = new FakeBroker();
    private volatile Instant now = NOW;
    private boolean absent;
    private @Nullable TickedExecutor executor;
    private @Nullable DeploymentManager deployment;
    private Undertow server = Undertow.builder().build();
    private URI root = URI.create("http://localhost/");

    public HttpServer() {
        this(WebSettings.DEFAULTS);
    }

    /** With settings of one's own. */
    public HttpServer(WebSettings settings) {
        this.settings = settings;
    }

    /** With so many connections of live streams at most. */
    public HttpServer(int maxConnections) {
        this(WebSettings.DEFAULTS.withMaxConnections(maxConnections));
    }

    @Override
    public void beforeEach(ExtensionContext context) throws ServletException {
        broker = new FakeBroker();
        absent = false;
        now = NOW;
        executor = new TickedExecutor();
        deployment = Servlets.newContainer().addDeployment(application(executor));
        deployment.deploy();
        server = Undertow.builder()
                .addHttpListener(0, "localhost")
                // One that still reads the rest of a refused body is never told that its connection was closed.
                .setServerOption(UndertowOptions.SHUTDOWN_TIMEOUT, SHUTDOWN_MILLIS)
                .setHandler(Handlers.path().addPrefixPath("/reprise", deployment.start()))
                .build();
        server.start();
        InetSocketAddress address =
                (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        root = URI.create("http://localhost:" + address.getPort() + "/reprise/");
    }

    @Override
    public void afterEach(ExtensionContext context) throws ServletException {
        undeploy();
        server.stop();
        if (executor != null) {
            executor.shutdownNow();
        }
    }

    /** As if the time had come at which live streams show that they live. */
    public void tick() {
        if (executor != null) {
            executor.tick();
        }
    }

    /** Time passes, and what waits for that is told. */
    public void pass(Duration time) {
        now = now.plus(time);
        if (executor != null) {
            executor.second();
        }
    }

    /** As an administrator takes the application away. */
    public void undeploy() throws ServletException {
        if (deployment != null) {
            deployment.stop();
            deployment.undeploy();
            deployment = null;
        }
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

    /** With what {@link LiveStreams} has injected in the server. */
    private ListenerInfo liveStreams(TickedExecutor streams) {
        LiveStreams live = new LiveStreams();
        ServletContextListener listener = new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                live.start(
                        event.getServletContext(),
                        HttpServer.this::currentBroker,
                        () -> now,
                        settings,
                        streams,
                        streams);
            }

            @Override
            public void contextDestroyed(ServletContextEvent event) {
                live.contextDestroyed(event);
            }
        };
        return new ListenerInfo(listener.getClass(), new ImmediateInstanceFactory<>(listener));
    }

    /** With what {@link Receiving} has injected in the server. */
    private ListenerInfo receiving(TickedExecutor threads) {
        Receiving receiving = new Receiving();
        ServletContextListener listener = new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                receiving.start(event.getServletContext(), () -> now, settings, threads, threads);
            }

            @Override
            public void contextDestroyed(ServletContextEvent event) {
                receiving.contextDestroyed(event);
            }
        };
        return new ListenerInfo(listener.getClass(), new ImmediateInstanceFactory<>(listener));
    }

    private DeploymentInfo application(TickedExecutor streams) {
        ResteasyDeployment resteasy = new ResteasyDeploymentImpl();
        resteasy.setApplication(new RepriseApplication(this::currentBroker, () -> now));
        resteasy.setSecurityEnabled(true);
        return new UndertowJaxrsServer()
                .undertowDeployment(resteasy, "/")
                .setContextPath("/reprise")
                .setDeploymentName("broker-web.war")
                .setClassLoader(getClass().getClassLoader())
                .addServlet(
                        Servlets.servlet("error-page", ErrorPageServlet.class).addMapping("/error-page"))
                .addOuterHandlerChainWrapper(HttpServer::handlersOfTheServer)
                .addListener(liveStreams(streams))
                .addListener(receiving(streams))
                .addServletContextAttribute(
                        WebSocketDeploymentInfo.ATTRIBUTE_NAME,
                        new WebSocketDeploymentInfo().setBuffers(BUFFERS).setWorker(() -> server.getWorker()))
                .addErrorPage(new ErrorPage("/error-page"))
                .setIdentityManager(new RoleUsers())
                .setLoginConfig(new LoginConfig("BASIC", "Reprise"))
                .addFirstAuthenticationMechanism(RoleTokens.NAME, new RoleTokens())
                .addSecurityConstraint(constraint("/*", EmptyRoleSemantic.AUTHENTICATE))
                .addSecurityConstraint(constraint("/health/live", EmptyRoleSemantic.PERMIT));
    }

    /** What {@code undertow-handlers.conf} has the server do. */
    private static HttpHandler handlersOfTheServer(HttpHandler next) {
        try (InputStream conf = Files.newInputStream(Path.of("src/main/webapp/WEB-INF/undertow-handlers.conf"))) {
            return Handlers.predicates(PredicatedHandlersParser.parse(conf, HttpServer.class.getClassLoader()), next);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static SecurityConstraint constraint(String path, EmptyRoleSemantic semantic) {
        return new SecurityConstraint()
                .addWebResourceCollection(new WebResourceCollection().addUrlPattern(path))
                .setEmptyRoleSemantic(semantic);
    }
}
