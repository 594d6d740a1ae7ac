package io.reprise.broker.web.push;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.PushBoard;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.broker.JndiBrokerSource;
import io.reprise.broker.web.settings.AllowedTargets;
import io.reprise.broker.web.settings.WebSettings;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has REST delivery points work as long as the application is there, on the server's executors. Named in {@code web.xml}. Before the broker
 * has started, and when it has stopped, there are none.
 */
public final class Pushing implements ServletContextListener {
    private static final System.Logger LOG = System.getLogger(Pushing.class.getName());

    /** How soon a change of the configuration is followed, and how exactly time limits are kept. */
    private static final long TICK_SECONDS = 1;

    @Resource
    private @Nullable ManagedExecutorService executor;

    @Resource
    private @Nullable ManagedScheduledExecutorService timer;

    @Resource
    private @Nullable ManagedThreadFactory threads;

    private @Nullable ScheduledFuture<?> ticking;
    private @Nullable HttpPoster poster;
    private @Nullable DeliveryPoints points;
    private boolean stopped;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        start(
                new JndiBrokerSource(),
                new Parts(
                        Objects.requireNonNull(executor, "not injected"),
                        Objects.requireNonNull(timer, "not injected"),
                        Objects.requireNonNull(threads, "not injected"),
                        WebSettings.read(System.getProperties()).allowedTargets(),
                        InetAddress::getAllByName));
    }

    /** What it needs of the server. */
    public record Parts(
            Executor work,
            ScheduledExecutorService ticks,
            ThreadFactory threads,
            AllowedTargets allowed,
            HostResolver resolver) {}

    /** The same with parts of one's own. */
    public void start(BrokerSource source, Parts parts) {
        HttpPoster made = new HttpPoster(parts.threads());
        poster = made;
        ticking = parts.ticks()
                .scheduleAtFixedRate(() -> tick(source, parts, made), TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
    }

    /** A timer's task that throws is never run again. */
    private void tick(BrokerSource source, Parts parts, HttpPoster made) {
        try {
            DeliveryPoints current = current(source, parts, made);
            if (current != null) {
                current.tick();
            }
        } catch (RuntimeException fault) {
            LOG.log(System.Logger.Level.ERROR, "REST delivery points can't be looked after", fault);
        }
    }

    /** Those of the broker that there is now. */
    private synchronized @Nullable DeliveryPoints current(BrokerSource source, Parts parts, HttpPoster made) {
        Broker broker = brokerOrNull(source);
        DeliveryPoints before = points;
        if (stopped || (before != null && before.broker() == broker)) {
            return stopped ? null : before;
        }
        if (before != null) {
            before.stop();
        }
        points = broker == null ? null : new DeliveryPoints(broker, services(broker, parts, made));
        return points;
    }

    private static @Nullable Broker brokerOrNull(BrokerSource source) {
        try {
            return source.broker();
        } catch (BrokerException absent) {
            LOG.log(System.Logger.Level.DEBUG, "no broker: {0}", absent.getMessage());
            return null;
        }
    }

    private static PushServices services(Broker broker, Parts parts, HttpPoster made) {
        return new PushServices(
                made,
                parts.resolver(),
                parts.allowed(),
                parts.work(),
                InstantSource.system(),
                broker.shared(PushBoard.class, PushBoard::new),
                broker.shared(Alarms.class, Alarms::new));
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        stop();
    }

    /** Ends everything: what is being posted returns to its queue, counted. */
    public synchronized void stop() {
        stopped = true;
        if (ticking != null) {
            ticking.cancel(false);
        }
        if (points != null) {
            points.stop();
        }
        if (poster != null) {
            poster.close();
        }
    }
}
