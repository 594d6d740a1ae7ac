package io.reprise.broker.web.push;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.management.PushFigures;
import java.util.List;

/** One message on its way. One thread at a time. */
final class Post {
    private final Target target;
    private final Binding binding;
    private final Delivery delivery;
    private final long deadlineMillis;
    private final List<PushFigures> figures;
    private Runnable breaker = () -> {};

    /** @param figures where it counts */
    Post(Target target, Binding binding, Delivery delivery, long deadlineMillis, List<PushFigures> figures) {
        this.target = target;
        this.binding = binding;
        this.delivery = delivery;
        this.deadlineMillis = deadlineMillis;
        this.figures = figures;
    }

    Target target() {
        return target;
    }

    Binding binding() {
        return binding;
    }

    Delivery delivery() {
        return delivery;
    }

    long deadlineMillis() {
        return deadlineMillis;
    }

    List<PushFigures> figures() {
        return figures;
    }

    void begin() {
        target.begun();
        binding.begun();
        figures.forEach(PushFigures::taken);
    }

    /** It is on its way, and can be broken off by that. */
    void sent(Runnable by) {
        breaker = by;
    }

    /** Its time is over. Without effect on one that is answered already. */
    void breakOff() {
        breaker.run();
    }

    void end() {
        target.ended();
        binding.ended();
    }
}
