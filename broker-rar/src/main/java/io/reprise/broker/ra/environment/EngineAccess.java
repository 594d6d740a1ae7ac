package io.reprise.broker.ra.environment;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.BrokerLocator;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.ra.xa.BranchRegistry;
import io.reprise.broker.ra.xa.VpnAccess;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to the engine. The adapter starts before the engine's beans and outlives them [WILDFLY.md 16]: it is looked up again and
 * again until it is there; then it is a plain object, and no bean is called any more. Thread-safe.
 */
public final class EngineAccess {
    private static final Logger LOG = System.getLogger(EngineAccess.class.getName());
    private static final Duration LOOKUP_INTERVAL = Duration.ofMillis(200);
    private static final int COMPLAIN_AFTER_ATTEMPTS = 150;

    private final Works works;
    private final Lookup lookup;
    private final List<Consumer<AdapterCommons>> waiting = new ArrayList<>();
    private volatile @Nullable Found found;
    private volatile boolean closed;
    private int attempts;

    public EngineAccess(Works works, Lookup lookup) {
        this.works = works;
        this.lookup = lookup;
    }

    private record Found(Broker broker, AdapterCommons commons) {}

    /** How the bean is found; throws while it is not there. */
    public interface Lookup {
        BrokerLocator locator() throws Exception;
    }

    /** Begins to look. */
    public void open() {
        works.execute(this::attempt);
    }

    /** Whether it was found. */
    public boolean isThere() {
        return found != null;
    }

    /**
     * The engine.
     *
     * @throws BrokerException {@code VPN_STARTING} if it is not there yet, {@code VPN_DOWN} if the adapter has stopped
     */
    public Broker broker() {
        return required().broker();
    }

    /** What this adapter shares with others of the same broker; errors as for it. */
    public AdapterCommons commons() {
        return required().commons();
    }

    private Found required() {
        Found there = found;
        if (closed) {
            throw new BrokerException(ErrorCode.VPN_DOWN, "the broker has stopped");
        }
        if (there == null) {
            throw new BrokerException(ErrorCode.VPN_STARTING, "the broker has not started yet");
        }
        return there;
    }

    /** Calls the listener once it is found, on a thread of the server; at once, on the caller's, if it was. */
    public void whenThere(Consumer<AdapterCommons> listener) {
        Found there;
        synchronized (this) {
            there = found;
            if (there == null) {
                waiting.add(listener);
                return;
            }
        }
        listener.accept(there.commons());
    }

    /** One of its VPNs, looked for each time it is used. */
    public VpnAccess vpn(String name) {
        return new NamedVpn(name);
    }

    /**
     * Ends the engine, if no other adapter works with it: no new presentations, running settlements get up to {@code drain} [LOG.md
     * L29].
     */
    public void close(Duration drain) {
        if (found == null) {
            lastAttempt();
        }
        closed = true;
        Found there = found;
        if (there != null && there.commons().leave()) {
            there.broker().close(drain);
        }
    }

    private void attempt() {
        if (closed) {
            return;
        }
        try {
            enter(lookup.locator().broker());
        } catch (Exception e) {
            complain(e);
            works.after(LOOKUP_INTERVAL, this::attempt);
        }
    }

    private void enter(Broker there) {
        AdapterCommons commons = there.shared(AdapterCommons.class, () -> new AdapterCommons(there));
        List<Consumer<AdapterCommons>> listeners;
        synchronized (this) {
            if (closed || found != null) {
                return;
            }
            commons.enter();
            found = new Found(there, commons);
            listeners = List.copyOf(waiting);
            waiting.clear();
        }
        LOG.log(Level.INFO, "the adapter has found the broker");
        for (Consumer<AdapterCommons> listener : listeners) {
            listener.accept(commons);
        }
    }

    private void complain(Exception e) {
        attempts++;
        if (attempts == COMPLAIN_AFTER_ATTEMPTS) {
            LOG.log(
                    Level.WARNING,
                    "the adapter has not found the broker at " + BrokerLocator.JNDI_NAME + " for "
                            + LOOKUP_INTERVAL.multipliedBy(attempts).toSeconds() + " s and goes on looking: " + e);
        }
    }

    /** A deployment that failed half-way may have started an engine that nobody has found yet. */
    private void lastAttempt() {
        try {
            enter(lookup.locator().broker());
        } catch (Exception e) {
            LOG.log(Level.DEBUG, "no broker to close", e);
        }
    }

    private final class NamedVpn implements VpnAccess {
        private final String name;

        NamedVpn(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public MessageVpn vpn() {
            return broker().vpn(name);
        }

        @Override
        public BranchRegistry branches() {
            return commons().branches();
        }

        @Override
        public List<String> vpnNames() {
            return broker().vpnNames();
        }

        @Override
        public VpnAccess sibling(String vpnName) {
            return EngineAccess.this.vpn(vpnName);
        }
    }
}
