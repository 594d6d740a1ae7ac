package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ActivationState;
import io.reprise.broker.model.management.ActivationView;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.EventCode;
import io.reprise.broker.model.management.ManagedActivation;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.environment.AdapterCommons;
import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.environment.AdapterHealth;
import io.reprise.broker.ra.environment.Works;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One activation of a bean: waits for the engine and the endpoint, is bound by one flow while they are there and it isn't paused, and
 * stops. A new one is made for each {@code endpointActivation}, also with the same objects after suspend or stop-delivery [WILDFLY.md
 * 11]. Thread-safe.
 */
public final class EndpointActivation implements ManagedActivation {
    private static final Logger LOG = System.getLogger(EndpointActivation.class.getName());
    private static final Set<AlarmCode> ALARMS = EnumSet.of(AlarmCode.ACTIVATION_PAUSED, AlarmCode.ACTIVATION_UNBOUND);

    private final String name;
    private final BeanSessions bean;
    private final ActivationSettings settings;
    private final EndpointBinding endpoint;
    private final AdapterEnvironment environment;
    private final ActivationStatus status;
    private final ActivationTally tally;
    private boolean binding;
    private int attempts;
    private int pauses;
    private volatile @Nullable AdapterCommons commons;
    private String listedAs = "";
    private @Nullable FlowDelivery delivery;

    /** The next attempt to bind, or the end of a pause. */
    private Works.@Nullable Delayed next;

    /** @param name tells it from the other activations of the adapter */
    EndpointActivation(
            String name,
            BeanSessions bean,
            EndpointBinding endpoint,
            ActivationSettings settings,
            AdapterEnvironment environment) {
        this.name = name;
        this.bean = bean;
        this.settings = settings;
        this.endpoint = endpoint;
        this.environment = environment;
        this.status = new ActivationStatus(name, environment.clock());
        this.tally = new ActivationTally(new FailureStreak(settings.pause().failures()));
    }

    /** Begins; does not wait for anything. */
    public void start() {
        environment.engine().whenThere(there -> {
            synchronized (this) {
                if (status.is(ActivationState.STOPPED)) {
                    return;
                }
                commons = there;
                listedAs = there.activations().enter(name, this);
            }
            there.health().activated();
            environment.works().execute(this::bind);
        });
    }

    /** No new presentation; waits for running deliveries, at most {@code stopTimeout}. A second call does nothing. */
    public void stop() {
        FlowDelivery stopping;
        AdapterCommons told;
        synchronized (this) {
            awaitBinding();
            if (!status.move(ActivationState.STOPPED, "deactivated")) {
                return;
            }
            stopping = delivery;
            told = commons;
            cancelNext();
        }
        if (stopping != null) {
            stop(stopping);
        }
        endpoint.release();
        if (told != null) {
            told.activations().leave(listedAs);
            clearAlarms();
            told.health().deactivated(name);
        }
        LOG.log(Level.INFO, "{0} is deactivated", name);
    }

    private void stop(FlowDelivery stopping) {
        stopping.stop();
        Duration timeout = settings.delivery().stopTimeout();
        if (!stopping.awaitStopped(timeout)) {
            LOG.log(
                    Level.WARNING,
                    name + " still runs " + stopping.running() + " deliveries after stopTimeout " + timeout
                            + "; each settles when it comes back");
        }
    }

    @Override
    public void pause() {
        String why = "by an administrator";
        if (pause(EnumSet.complementOf(EnumSet.of(ActivationState.STOPPED)), why, Duration.ZERO)) {
            health().paused(name, why);
            tellPaused(why);
            clearAlarms();
        }
    }

    private void ended(Delivery done, Ending ending) {
        if (tally.note(done.msgId(), ending)) {
            pauseAfterFailures();
        }
    }

    private void pauseAfterFailures() {
        Duration interval = settings.pause().interval();
        String why = tally.streak().length() + " deliveries in a row failed; "
                + (interval.isZero() ? "an administrator must resume it" : "it resumes after " + interval);
        if (pause(EnumSet.of(ActivationState.RUNNING), why, interval)) {
            health().troubled(name, "paused: " + why);
            tellPaused(why);
            there().alarms()
                    .raise(
                            AlarmCode.ACTIVATION_PAUSED,
                            vpn(),
                            name,
                            why,
                            environment.clock().instant());
        }
    }

    /** Nothing is wrong with it, or nothing any more. */
    private void clearAlarms() {
        for (AlarmCode code : ALARMS) {
            there().alarms().clear(code, vpn(), name, environment.clock().instant());
        }
    }

    /** It can't consume now. */
    private void unbound(String why) {
        health().troubled(name, why);
        there().alarms()
                .raise(
                        AlarmCode.ACTIVATION_UNBOUND,
                        vpn(),
                        name,
                        why,
                        environment.clock().instant());
    }

    private void tellPaused(String why) {
        there().events().happened(EventCode.ACTIVATION_PAUSED, vpn(), 1, name + " paused: " + why);
    }

    private void tellResumed() {
        clearAlarms();
        there().events().happened(EventCode.ACTIVATION_RESUMED, vpn(), 1, name + " resumed");
    }

    private String vpn() {
        return endpoint.destination().vpnName();
    }

    /** @param interval after which it resumes by itself; zero: not by itself */
    private boolean pause(Set<ActivationState> from, String why, Duration interval) {
        FlowDelivery stopping;
        synchronized (this) {
            awaitBinding();
            if (!from.contains(status.state()) || !status.move(ActivationState.PAUSED, why)) {
                return false;
            }
            cancelNext();
            int pause = ++pauses;
            if (!interval.isZero()) {
                next = environment.works().after(interval, () -> resume(pause));
            }
            stopping = delivery;
        }
        if (stopping != null) {
            stopping.stop();
        }
        return true;
    }

    @Override
    public void resume() {
        int current;
        synchronized (this) {
            current = pauses;
        }
        resume(current);
    }

    private void resume(int pause) {
        boolean wasPaused;
        boolean bindsNow;
        synchronized (this) {
            boolean idle = status.is(ActivationState.PAUSED) || status.is(ActivationState.GIVEN_UP);
            if (pause != pauses || !idle) {
                return;
            }
            wasPaused = status.is(ActivationState.PAUSED);
            status.move(ActivationState.WAITING, "resumed");
            cancelNext();
            attempts = 0;
            bindsNow = delivery == null; // else when its last deliveries are back: maxSession is kept
        }
        if (wasPaused) {
            tellResumed();
        }
        if (bindsNow) {
            environment.works().execute(this::bind);
        }
    }

    @Override
    public ActivationView view(String listed) {
        ResolvedDestination there = endpoint.destination();
        synchronized (this) {
            return new ActivationView(
                    listed,
                    there.vpnName(),
                    there.kind(),
                    there.shownName(),
                    settings.delivery().maxSession(),
                    delivery == null ? 0 : delivery.running(),
                    status.state(),
                    status.reason(),
                    status.since(),
                    tally.delivered(),
                    tally.failed());
        }
    }

    private void bind() {
        synchronized (this) {
            if (!status.is(ActivationState.WAITING) || binding || delivery != null) {
                return;
            }
            binding = true;
            next = null;
        }
        try {
            bind(environment.engine().broker());
            bound();
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            synchronized (this) {
                binding = false;
                notifyAll();
            }
        }
    }

    private void bind(Broker broker) {
        int sessions = settings.delivery().maxSession();
        Flow flow = endpoint.bind(broker);
        FlowDelivery made = new FlowDelivery(flow, sessions, this::flowEnded);
        synchronized (this) {
            delivery = made;
            attempts = 0;
            tally.streak().end();
            status.move(ActivationState.RUNNING, "");
        }
        try {
            made.start(
                    sessions,
                    session -> bean.presenter(session, endpoint.destination().vpnName(), this::ended),
                    environment.works());
        } catch (RuntimeException e) {
            synchronized (this) {
                delivery = null;
                status.move(ActivationState.WAITING, String.valueOf(e.getMessage()));
            }
            flow.close();
            throw e;
        }
    }

    private void bound() {
        health().well(name);
        clearAlarms();
        LOG.log(
                Level.INFO,
                "{0} consumes from {1} with {2} sessions",
                name,
                endpoint.destination(),
                settings.delivery().maxSession());
    }

    /** A password that is wrong stays so, and the server locks out a user for whom it is given again and again. */
    private static boolean isHopeless(RuntimeException e) {
        return e instanceof ReplayRefusedException
                || e instanceof BrokerException refusal && refusal.code() == ErrorCode.UNAUTHORIZED;
    }

    private void failed(RuntimeException e) {
        String why = endpoint.destination() + ": " + e.getMessage();
        synchronized (this) {
            attempts++;
            boolean goesOn = !isHopeless(e) && settings.setup().allows(attempts);
            if (!why.equals(status.reason())) {
                String then = goesOn ? "tries again every " + settings.setup().interval() : "gives up";
                LOG.log(Level.WARNING, name + " can't consume from " + why + "; " + then);
            }
            if (!status.is(ActivationState.WAITING)) {
                return;
            }
            if (goesOn) {
                status.explain(why);
                retryLater();
            } else {
                status.move(ActivationState.GIVEN_UP, why);
            }
        }
        unbound(why);
    }

    /** Every session has come back: the broker ended the flow, or somebody stopped or paused it. */
    private void flowEnded() {
        String why;
        FlowDelivery over;
        synchronized (this) {
            over = delivery;
            delivery = null;
            if (over == null) {
                return;
            }
            if (status.is(ActivationState.WAITING)) {
                environment.works().execute(this::bind);
            }
            if (!status.is(ActivationState.RUNNING)) {
                return;
            }
            why = endpoint.destination() + ": " + over.endReason();
            status.move(ActivationState.WAITING, why);
            retryLater();
        }
        over.stop();
        endpoint.release();
        LOG.log(Level.WARNING, name + " lost " + why);
        unbound(why);
    }

    private AdapterHealth health() {
        return there().health();
    }

    private AdapterCommons there() {
        return Objects.requireNonNull(commons, "not started");
    }

    private void retryLater() {
        next = environment.works().after(settings.setup().interval(), this::bind);
    }

    private void cancelNext() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void awaitBinding() {
        boolean interrupted = false;
        while (binding) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
