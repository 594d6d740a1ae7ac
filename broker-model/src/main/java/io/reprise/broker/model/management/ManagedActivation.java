package io.reprise.broker.model.management;

/** One activation, as its adapter lets it be managed. Thread-safe; no call waits for a delivery. */
public interface ManagedActivation {
    /** How it fares, under the name it is listed by. */
    ActivationView view(String listedAs);

    /** Takes no message until it is resumed; running deliveries go on. One that is paused already stays so until then. */
    void pause();

    /** Ends a pause, or looks again for an endpoint that was given up; else without effect. */
    void resume();
}
