package io.reprise.broker.web.receive;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.settings.WebSettings;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives the application what its consumers need of the server, its executors, as it starts; ends them as it stops. Named in {@code
 * web.xml}.
 */
public final class Receiving implements ServletContextListener {
    /** How exactly waits and idle timeouts end. */
    private static final long TICK_SECONDS = 1;

    private static final String ATTRIBUTE = HttpConsumers.class.getName();

    @Resource
    private @Nullable ManagedExecutorService executor;

    @Resource
    private @Nullable ManagedScheduledExecutorService timer;

    private @Nullable ScheduledFuture<?> ticking;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        start(
                event.getServletContext(),
                InstantSource.system(),
                WebSettings.read(System.getProperties()),
                Objects.requireNonNull(executor, "not injected"),
                Objects.requireNonNull(timer, "not injected"));
    }

    /** The same with parts of one's own. */
    public void start(
            ServletContext context,
            InstantSource clock,
            WebSettings settings,
            Executor work,
            ScheduledExecutorService ticks) {
        HttpConsumers consumers = new HttpConsumers(settings, work, clock);
        context.setAttribute(ATTRIBUTE, consumers);
        ticking = ticks.scheduleAtFixedRate(consumers::tick, TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
    }

    /** @throws BrokerException VPN_DOWN before it has started, and after it has stopped */
    static HttpConsumers of(ServletContext context) {
        if (context.getAttribute(ATTRIBUTE) instanceof HttpConsumers consumers) {
            return consumers;
        }
        throw new BrokerException(ErrorCode.VPN_DOWN, "the broker is not running in this server");
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (ticking != null) {
            ticking.cancel(false);
        }
        if (event.getServletContext().getAttribute(ATTRIBUTE) instanceof HttpConsumers consumers) {
            consumers.stop();
        }
    }
}
