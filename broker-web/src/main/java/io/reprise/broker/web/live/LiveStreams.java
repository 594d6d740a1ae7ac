package io.reprise.broker.web.live;

import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.broker.JndiBrokerSource;
import io.reprise.broker.web.settings.WebSettings;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Puts the live streams into the application as it starts: the servlet of server-sent events and the WebSocket, on the server's own
 * executors; ends them as it stops. Named in {@code web.xml}.
 */
public final class LiveStreams implements ServletContextListener {
    static final String EVENTS = "/rest/subscribe";
    static final String SOCKET = "/rest/ws";

    /** How often a stream shows that it lives (spec 3.4). */
    private static final long ALIVE_SECONDS = 15;

    @Resource
    private @Nullable ManagedExecutorService executor;

    @Resource
    private @Nullable ManagedScheduledExecutorService timer;

    private @Nullable LiveConnections connections;
    private @Nullable ScheduledFuture<?> ticking;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        start(
                event.getServletContext(),
                new JndiBrokerSource(),
                InstantSource.system(),
                WebSettings.read(System.getProperties()),
                Objects.requireNonNull(executor, "not injected"),
                Objects.requireNonNull(timer, "not injected"));
    }

    /** The same with parts of one's own. */
    public void start(
            ServletContext context,
            BrokerSource source,
            InstantSource clock,
            WebSettings settings,
            Executor streams,
            ScheduledExecutorService ticks) {
        LiveConnections made = new LiveConnections(settings.maxConnections());
        addEvents(context, new SubscribeServlet(source, made, streams));
        addSocket(context, new SocketGate(source, made), new SocketConfigurator(source, clock, made, streams));
        ticking = ticks.scheduleAtFixedRate(made::tickAll, ALIVE_SECONDS, ALIVE_SECONDS, TimeUnit.SECONDS);
        connections = made;
    }

    private static void addEvents(ServletContext context, SubscribeServlet servlet) {
        ServletRegistration.Dynamic registration = context.addServlet("subscribe", servlet);
        registration.setAsyncSupported(true);
        registration.addMapping(EVENTS);
    }

    private static void addSocket(ServletContext context, SocketGate gate, SocketConfigurator sockets) {
        FilterRegistration.Dynamic registration = context.addFilter("websocket-gate", gate);
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, SOCKET);
        try {
            ServerContainer container = (ServerContainer) context.getAttribute(ServerContainer.class.getName());
            container.addEndpoint(sockets.endpoint(SOCKET));
        } catch (DeploymentException refused) {
            throw new IllegalStateException("the server takes no WebSocket at " + SOCKET, refused);
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (ticking != null) {
            ticking.cancel(false);
        }
        if (connections != null) {
            connections.stop();
        }
    }
}
