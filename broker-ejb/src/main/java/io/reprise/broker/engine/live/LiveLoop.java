package io.reprise.broker.engine.live;

import io.reprise.broker.engine.deliver.Woken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Handles what waits, in order, one thread at a time: usually one of the executor's; who asks for something handles what waits before it
 * himself. Nobody is called while it works: who is to be signalled is so afterwards. Thread-safe.
 */
final class LiveLoop {
    private static final System.Logger LOG = System.getLogger(LiveLoop.class.getName());

    private static final Heard DONE = new Heard.Task(() -> {});

    /** So many are handled before others are signalled, and get the thread. */
    private static final int AT_ONCE = 256;

    private final Inbox inbox;
    private final Consumer<Heard> handler;
    private final Runnable afterwards;
    private final Woken woken;
    private final ReentrantLock lock = new ReentrantLock();

    /** What was taken and is not done: from {@link #next} on. */
    private List<Heard> taken = List.of();

    private int next;
    private List<LiveStream> toSignal = new ArrayList<>();

    /** @param afterwards is run when some were handled */
    LiveLoop(Inbox inbox, Executor executor, Consumer<Heard> handler, Runnable afterwards) {
        this.inbox = inbox;
        this.handler = handler;
        this.afterwards = afterwards;
        this.woken = new Woken(executor, this::run);
    }

    /** Something was put into the inbox. Only hands over. */
    void wake() {
        woken.wake();
    }

    void put(Runnable task) {
        inbox.task(task);
        wake();
    }

    /** A stream that is to be signalled when this step is done. Within the loop. */
    void signal(LiveStream stream) {
        toSignal.add(stream);
    }

    /** Asks, when all that waits now is done. The caller's thread. */
    <T> T ask(Supplier<T> question) {
        List<LiveStream> signalled;
        T answer;
        lock.lock();
        try {
            // What is taken came before what waits, and what waits now came before this.
            handle(Integer.MAX_VALUE);
            handle(Integer.MAX_VALUE);
            answer = question.get();
        } finally {
            signalled = takeSignals();
            lock.unlock();
        }
        signalled.forEach(LiveStream::signal);
        return answer;
    }

    private void run() {
        List<LiveStream> signalled;
        boolean isMore;
        lock.lock();
        try {
            isMore = handle(AT_ONCE) || !inbox.isEmpty();
            signalled = takeSignals();
        } finally {
            lock.unlock();
        }
        signalled.forEach(LiveStream::signal);
        if (isMore) {
            wake();
        }
    }

    private List<LiveStream> takeSignals() {
        afterwards.run();
        List<LiveStream> signalled = toSignal;
        if (!signalled.isEmpty()) {
            toSignal = new ArrayList<>();
        }
        return signalled;
    }

    /** Handles some of one batch; whether more of it is left. */
    private boolean handle(int atMost) {
        if (next == taken.size()) {
            taken = inbox.take();
            next = 0;
        }
        int end = (int) Math.min(taken.size(), (long) next + atMost);
        while (next < end) {
            Heard heard = taken.get(next);
            taken.set(next++, DONE);
            handle(heard);
        }
        boolean isMore = next < taken.size();
        if (!isMore) {
            inbox.allDone();
        }
        return isMore;
    }

    private void handle(Heard heard) {
        try {
            handler.accept(heard);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the live side failed at an event", e);
        } finally {
            if (heard instanceof Heard.Entry entry) {
                inbox.done(entry);
            }
        }
    }
}
