package io.reprise.broker.web.receive;

import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.settings.WebSetting;
import io.reprise.broker.web.settings.WebSettings;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** Every consumer over HTTP in this server, as many as there may be. Thread-safe. */
final class HttpConsumers {
    private static final System.Logger LOG = System.getLogger(HttpConsumers.class.getName());
    private static final int ID_BYTES = 18;

    private final WebSettings limits;
    private final Executor executor;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, HttpConsumer> open = new LinkedHashMap<>();
    private boolean stopped;

    HttpConsumers(WebSettings limits, Executor executor, InstantSource clock) {
        this.limits = limits;
        this.executor = executor;
        this.clock = clock;
    }

    InstantSource clock() {
        return clock;
    }

    /** A key for a consumer to be made. */
    ConsumerKey newKey(String vpn, EndpointKind kind, String endpoint, String user) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return new ConsumerKey(
                vpn, kind, endpoint, Base64.getUrlEncoder().withoutPadding().encodeToString(id), user);
    }

    /**
     * Makes a consumer.
     *
     * @param bind binds it
     * @throws BrokerException as binding does, TOO_MANY_CONSUMERS, or VPN_DOWN while the application stops; then there is none
     */
    HttpConsumer open(ConsumerKey key, ConsumerOptions options, Supplier<Flow> bind) {
        requireRoom(key);
        Flow flow = bind.get();
        try {
            HttpConsumer made = new HttpConsumer(key, options, flow, limits, executor, clock);
            add(key, made);
            return made;
        } catch (RuntimeException refused) {
            flow.close();
            throw refused;
        }
    }

    private synchronized void add(ConsumerKey key, HttpConsumer made) {
        requireRoom(key);
        open.put(key.id(), made);
    }

    private synchronized void requireRoom(ConsumerKey key) {
        if (stopped) {
            throw new BrokerException(ErrorCode.VPN_DOWN, "the broker is stopping");
        }
        requireFewer(open.size(), limits.maxConsumers(), WebSettings.MAX_CONSUMERS, "consumers over HTTP");
        long ofUser = open.values().stream()
                .map(HttpConsumer::key)
                .filter(other -> other.user().equals(key.user()) && other.vpn().equals(key.vpn()))
                .count();
        requireFewer(
                ofUser,
                limits.maxConsumersPerUser(),
                WebSettings.MAX_CONSUMERS_PER_USER,
                "consumers over HTTP of '" + key.user() + "' on VPN '" + key.vpn() + "'");
    }

    private static void requireFewer(long there, int limit, WebSetting setting, String what) {
        if (there >= limit) {
            throw BrokerException.refused(
                    ErrorCode.TOO_MANY_CONSUMERS, what, there + " are there", limit + " (" + setting.name() + ")");
        }
    }

    /**
     * The consumer of that id.
     *
     * @throws BrokerException NOT_FOUND if there is none, or it is another's or elsewhere: who asks is not told which
     */
    synchronized HttpConsumer get(ConsumerKey wanted) {
        HttpConsumer found = open.get(wanted.id());
        if (found == null || !found.key().equals(wanted)) {
            throw notFound(wanted);
        }
        return found;
    }

    private static BrokerException notFound(ConsumerKey wanted) {
        return new BrokerException(
                ErrorCode.NOT_FOUND,
                "consumer " + wanted.id() + " of " + wanted.kind().text() + " '" + wanted.endpoint()
                        + "' does not exist: it was deleted, was not called for its idleTimeout, or never was");
    }

    /**
     * Deletes a consumer.
     *
     * @throws BrokerException NOT_FOUND
     */
    void delete(ConsumerKey wanted) {
        HttpConsumer found = get(wanted);
        remove(found);
        found.end(notFound(wanted));
    }

    private synchronized void remove(HttpConsumer consumer) {
        open.remove(consumer.key().id());
    }

    /** Time has passed. Returns at once. */
    void tick() {
        for (HttpConsumer consumer : now()) {
            try {
                consumer.tick();
                if (consumer.isIdle()) {
                    endIdle(consumer);
                    remove(consumer);
                }
            } catch (RuntimeException fault) {
                // The next tick tries again; a timer's task that throws would never run again.
                LOG.log(System.Logger.Level.ERROR, "consumer " + consumer.key() + " can't be looked after", fault);
            }
        }
    }

    private void endIdle(HttpConsumer idle) {
        LOG.log(System.Logger.Level.INFO, "consumer {0} was not called for its idleTimeout and ends", idle.key());
        try {
            executor.execute(() -> idle.end(notFound(idle.key())));
        } catch (RejectedExecutionException stopping) {
            LOG.log(System.Logger.Level.DEBUG, "the server is stopping", stopping);
            idle.end(notFound(idle.key()));
        }
    }

    void stop() {
        synchronized (this) {
            stopped = true;
        }
        now().forEach(consumer -> {
            remove(consumer);
            consumer.end(new BrokerException(ErrorCode.VPN_DOWN, "the broker is stopping"));
        });
    }

    private synchronized List<HttpConsumer> now() {
        return List.copyOf(open.values());
    }
}
