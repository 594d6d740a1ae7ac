package io.reprise.broker.ra.live;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One session of a live subscriber. One thread at a time, but what is taken may be given back by any. */
final class LiveLine implements DeliverySession {
    private final LiveFlow flow;
    /** The flow's signals before the last take. */
    private long seen;

    LiveLine(LiveFlow flow) {
        this.flow = flow;
    }

    @Override
    public @Nullable Delivery takeNow() {
        seen = flow.signals();
        return flow.take();
    }

    @Override
    public @Nullable Delivery take(Duration timeout) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            Delivery delivery = takeNow();
            long leftNanos = deadlineNanos - System.nanoTime();
            if (delivery != null
                    || leftNanos <= 0
                    || flow.isOver()
                    || Thread.currentThread().isInterrupted()) {
                return delivery;
            }
            flow.await(seen, Duration.ofNanos(leftNanos));
        }
    }

    @Override
    public @Nullable Delivery receiveNow() {
        return presented(takeNow());
    }

    @Override
    public @Nullable Delivery receive(Duration timeout) {
        return presented(take(timeout));
    }

    private @Nullable Delivery presented(@Nullable Delivery delivery) {
        if (delivery != null) {
            present(delivery);
        }
        return delivery;
    }

    @Override
    public boolean present(Delivery taken) {
        flow.presented((LiveDelivery) taken);
        return true;
    }

    @Override
    public void whenAvailable(Runnable wakeUp) {
        flow.whenSignalled(seen, wakeUp);
    }

    /** It was presented, and does not come again. */
    @Override
    public void release(Delivery delivery) {}

    @Override
    public void giveBack(Delivery delivery) {
        flow.giveBack((LiveDelivery) delivery);
    }

    @Override
    public void close() {}
}
