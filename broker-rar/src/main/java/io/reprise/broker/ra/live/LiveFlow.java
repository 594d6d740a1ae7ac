package io.reprise.broker.ra.live;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.MessageVpn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A live subscriber as a flow: its sessions take from one stream, in turn, and what they take is neither acknowledged nor delivered
 * again [spec 3.4]. If the broker ends the stream of one that was too slow, it goes on by a recovery; if it can't, the flow has ended.
 * Thread-safe.
 */
public final class LiveFlow implements Flow {
    private final MessageVpn vpn;
    private final LiveRequest wanted;
    private final Predicate<Message> selected;
    private final LivePlace place;
    private final PlaceKeeper keeper;
    /** One thread polls at a time; guards what it works with. */
    private final Object polling = new Object();

    private final ArrayDeque<LiveDelivery> returned = new ArrayDeque<>();
    private long number;
    private long discarded;
    private boolean fruitful;
    /** What was taken is this flow's to present: if the stream ends meanwhile, the next one begins behind it. */
    private OptionalLong takenThrough = OptionalLong.empty();

    /** The outcome of a recovery that the next message is to tell. */
    private @Nullable Boolean recovered;

    private volatile LiveSubscription subscription;

    private final List<Runnable> wakeUps = new ArrayList<>();
    private long signals;
    private boolean closed;
    private String endReason = "";

    private LiveFlow(MessageVpn vpn, LiveRequest wanted, String selector, LivePlace place) {
        this.vpn = vpn;
        this.wanted = wanted;
        this.selected = vpn.selector(selector);
        this.place = place;
        this.keeper = new PlaceKeeper(place);
        this.subscription = subscribe();
    }

    /**
     * Subscribes.
     *
     * @param topic made by {@link TopicFilter#ofDirectSubscriber}
     * @param selector which messages; empty for all
     * @param place where it goes on, and is noted how far it has come
     * @throws BrokerException if it can't be; then nothing has changed
     */
    public static LiveFlow open(
            MessageVpn vpn, TopicFilter topic, LiveWish wish, String selector, String clientName, LivePlace place) {
        LiveRequest wanted = new LiveRequest(
                List.of(topic),
                wish.start(),
                wish.conflation(),
                LiveRequest.DEFAULT_BUFFER_MESSAGES,
                LiveRequest.DEFAULT_BUFFER_BYTES,
                clientName);
        return new LiveFlow(vpn, wanted, selector, place);
    }

    private LiveSubscription subscribe() {
        LiveRequest request = new LiveRequest(
                wanted.filters(),
                takenThrough.isPresent()
                        ? new LiveStart.AfterMessage(takenThrough.getAsLong())
                        : place.start(wanted.start()),
                wanted.conflation(),
                wanted.bufferMessages(),
                wanted.bufferBytes(),
                wanted.clientName());
        return vpn.live().subscribe(request, this::ready);
    }

    @Override
    public DeliverySession openSession() {
        return new LiveLine(this);
    }

    @Override
    public boolean isActive() {
        return true;
    }

    @Override
    public Optional<ReplayRange> startReplay(String replayId, ReplayRequest request) {
        throw BrokerException.refused(
                ErrorCode.REPLAY_TEMPORARY_ENDPOINT,
                "replay '" + replayId + "'",
                "a live subscriber",
                "a consumer of a queue or a durable subscription");
    }

    @Override
    public synchronized String endReason() {
        return endReason;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        subscription.close();
        ready();
    }

    synchronized boolean isOver() {
        return closed || !endReason.isEmpty();
    }

    /** The next message if one is there, taken and not presented. */
    @Nullable
    LiveDelivery take() {
        synchronized (polling) {
            LiveDelivery next = isOver() ? null : returned.poll();
            while (next == null && !isOver()) {
                LiveEvent event = subscription.poll();
                if (event == null && !goesOn()) {
                    return null;
                }
                next = event == null ? null : taken(event);
            }
            return next;
        }
    }

    private @Nullable LiveDelivery taken(LiveEvent event) {
        fruitful = true;
        if (event instanceof LiveEvent.Received received) {
            discarded += received.discardedBefore();
            PlaceKeeper.Step step = step(received.covers());
            if (selected.test(received.message().message())) {
                LiveDelivery delivery = new LiveDelivery(++number, received, discarded, recovered, step);
                discarded = 0;
                recovered = null;
                return delivery;
            }
            keeper.done(step);
        } else if (event instanceof LiveEvent.Recovered recovery) {
            recovered = recovery.complete();
        } else if (event instanceof LiveEvent.Begun begun) {
            keeper.done(step(OptionalLong.of(begun.covers())));
        }
        return null;
    }

    private PlaceKeeper.Step step(OptionalLong covers) {
        if (covers.isPresent()) {
            takenThrough = covers;
        }
        return keeper.taken(covers);
    }

    /** Nothing can be polled: whether to poll again, since the stream has ended and another begun. */
    private boolean goesOn() {
        if (!subscription.isEnded()) {
            return false;
        }
        String why = subscription.endReason();
        if (!fruitful) {
            end(why);
            return false;
        }
        fruitful = false;
        try {
            subscription = subscribe();
        } catch (BrokerException e) {
            end(why + "; " + e.getMessage());
            return false;
        }
        if (isOver()) {
            subscription.close();
        }
        return !isOver();
    }

    private void end(String why) {
        synchronized (this) {
            endReason = why.isEmpty() ? "the live subscription has ended" : why;
        }
        ready();
    }

    void presented(LiveDelivery delivery) {
        keeper.done(delivery.step());
    }

    /** It was not presented after all: the next who takes gets it, before those that came later. */
    void giveBack(LiveDelivery delivery) {
        synchronized (polling) {
            ArrayDeque<LiveDelivery> later = new ArrayDeque<>();
            while (!returned.isEmpty() && returned.getLast().msgId() > delivery.msgId()) {
                later.addFirst(returned.removeLast());
            }
            returned.addLast(delivery);
            returned.addAll(later);
        }
        ready();
    }

    /** How often there was something new; to be read before a take whose failure is waited out. */
    synchronized long signals() {
        return signals;
    }

    /** Waits until there is something new since then, the flow is over, or the time. Interrupts are kept. */
    synchronized void await(long since, Duration atMost) {
        long deadlineNanos = System.nanoTime() + atMost.toNanos();
        try {
            while (signals == since && endReason.isEmpty() && !closed) {
                long leftMillis = (deadlineNanos - System.nanoTime() + 999_999) / 1_000_000;
                if (leftMillis <= 0) {
                    return;
                }
                wait(leftMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs it once there is something new since then, or the flow is over. */
    void whenSignalled(long since, Runnable wakeUp) {
        synchronized (this) {
            if (signals == since && endReason.isEmpty() && !closed) {
                wakeUps.add(wakeUp);
                return;
            }
        }
        wakeUp.run();
    }

    private void ready() {
        List<Runnable> due;
        synchronized (this) {
            signals++;
            due = List.copyOf(wakeUps);
            wakeUps.clear();
            notifyAll();
        }
        due.forEach(Runnable::run);
    }
}
