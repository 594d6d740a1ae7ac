package io.reprise.broker.engine.duty;

/** Something that is done in the background, again and again. */
@FunctionalInterface
public interface Duty {
    /** One run; a duty's own thread, one run at a time. A fault ends this run only. */
    void runOnce();
}
