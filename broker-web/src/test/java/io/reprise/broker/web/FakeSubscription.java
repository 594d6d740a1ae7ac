package io.reprise.broker.web;

import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A subscription that a test feeds. Thread-safe. */
public final class FakeSubscription implements LiveSubscription {
    private final LiveRequest request;
    private final Runnable ready;
    private final Deque<LiveEvent> waiting = new ArrayDeque<>();
    private String endReason = "";
    private boolean closed;

    FakeSubscription(LiveRequest request, Runnable ready) {
        this.request = request;
        this.ready = ready;
    }

    public LiveRequest request() {
        return request;
    }

    /** A message of content {@code text} at a position of epoch 7. */
    public static LiveMessage message(String subject, String text, long seq, long headSeq) {
        Message message = Message.to(TopicName.of(subject))
                .text(text)
                .closure("c" + seq)
                .retained(true)
                .build();
        return new LiveMessage(message, true, new SubjectPosition(7, seq), new SubjectPosition(7, headSeq), 1_000);
    }

    public void give(LiveMessageType type, LiveMessage message, long discardedBefore, long covers) {
        OptionalLong through = covers == 0 ? OptionalLong.empty() : OptionalLong.of(covers);
        give(new LiveEvent.Received(type, message, discardedBefore, through));
    }

    /** An update whose text is {@code u<seq>} and whose id is its seq. */
    public void giveUpdate(String subject, long seq) {
        give(LiveMessageType.UPDATE, message(subject, "u" + seq, seq, seq), 0, seq);
    }

    public void give(LiveEvent event) {
        boolean wasEmpty;
        synchronized (this) {
            wasEmpty = waiting.isEmpty();
            waiting.add(event);
        }
        if (wasEmpty) {
            ready.run();
        }
    }

    /** As the broker ends it. */
    public void end(String reason) {
        synchronized (this) {
            endReason = reason;
        }
        ready.run();
    }

    public synchronized int unread() {
        return waiting.size();
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized @Nullable LiveEvent poll() {
        return waiting.poll();
    }

    @Override
    public synchronized boolean isEnded() {
        return !endReason.isEmpty() && waiting.isEmpty();
    }

    @Override
    public synchronized String endReason() {
        return endReason;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
