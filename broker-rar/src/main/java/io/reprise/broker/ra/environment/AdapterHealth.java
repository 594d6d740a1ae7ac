package io.reprise.broker.ra.environment;

import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.HealthCheck;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The adapter's line in the broker's health: it has started, and each activation has what it needs. Thread-safe. */
public final class AdapterHealth {
    /** The name of the check. */
    public static final String NAME = "adapter";

    private final Map<String, String> troubles = new TreeMap<>();
    private final Map<String, String> pauses = new TreeMap<>();
    private final Broker broker;
    private int activations;

    AdapterHealth(Broker broker) {
        this.broker = broker;
        report();
    }

    public synchronized void activated() {
        activations++;
        report();
    }

    public synchronized void deactivated(String activation) {
        activations--;
        troubles.remove(activation);
        pauses.remove(activation);
        report();
    }

    /** An activation lacks something; a later trouble replaces it. */
    public synchronized void troubled(String activation, String why) {
        pauses.remove(activation);
        troubles.put(activation, why);
        report();
    }

    /** An activation rests because somebody wants it to: said, but nothing is wrong. */
    public synchronized void paused(String activation, String why) {
        troubles.remove(activation);
        pauses.put(activation, "paused " + why);
        report();
    }

    /** An activation has what it needs. */
    public synchronized void well(String activation) {
        troubles.remove(activation);
        pauses.remove(activation);
        report();
    }

    private void report() {
        broker.reportHealth(new HealthCheck(NAME, troubles.isEmpty(), detail()));
    }

    private String detail() {
        if (troubles.isEmpty()) {
            String rest = pauses.isEmpty() ? "" : "; " + listed(pauses);
            return "started, " + activations + " activations" + rest;
        }
        return listed(troubles);
    }

    private static String listed(Map<String, String> about) {
        return about.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
    }
}
