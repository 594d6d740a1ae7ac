package io.reprise.broker.ra.environment;

import io.reprise.broker.model.management.Activations;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.ra.xa.BranchRegistry;

/**
 * What the adapters of one broker share: WildFly starts one for {@code META-INF/ironjacamar.xml}, one for a {@code
 * /subsystem=resource-adapters} entry that names the archive, one for each definition of an administered object. A bean's adapter and
 * its connection factory's must find each other's branches; and the broker ends with the last of them. Thread-safe.
 */
public final class AdapterCommons {
    private final BranchRegistry branches = new BranchRegistry();
    private final AdapterHealth health;
    private final Activations activations;
    private final Alarms alarms;
    private final Events events;
    private int adapters;

    AdapterCommons(Broker broker) {
        health = new AdapterHealth(broker);
        activations = broker.shared(Activations.class, Activations::new);
        alarms = broker.shared(Alarms.class, Alarms::new);
        events = broker.shared(Events.class, Events::new);
    }

    public BranchRegistry branches() {
        return branches;
    }

    public AdapterHealth health() {
        return health;
    }

    /** Where administrators find activations. */
    public Activations activations() {
        return activations;
    }

    /** What somebody should end. */
    public Alarms alarms() {
        return alarms;
    }

    /** What happened. */
    public Events events() {
        return events;
    }

    synchronized void enter() {
        adapters++;
    }

    /** Whether this was the last one. */
    synchronized boolean leave() {
        adapters--;
        return adapters == 0;
    }
}
