package io.reprise.broker.ra.live;

import java.util.ArrayDeque;
import java.util.OptionalLong;

/**
 * Moves a subscriber's place forward: past what was presented, never past what was not, whatever the order in which several sessions
 * present. Thread-safe.
 */
final class PlaceKeeper {
    private final LivePlace place;
    private final ArrayDeque<Step> steps = new ArrayDeque<>();

    PlaceKeeper(LivePlace place) {
        this.place = place;
    }

    /** One event of the stream, in its order. */
    static final class Step {
        private final OptionalLong covers;
        private boolean done;

        private Step(OptionalLong covers) {
            this.covers = covers;
        }
    }

    /** The next event was taken. */
    synchronized Step taken(OptionalLong covers) {
        Step step = new Step(covers);
        steps.add(step);
        return step;
    }

    /** It was presented, or there was nothing in it to present. */
    synchronized void done(Step step) {
        step.done = true;
        for (Step first = steps.peek(); first != null && first.done; first = steps.peek()) {
            first.covers.ifPresent(place::reached);
            steps.remove();
        }
    }
}
