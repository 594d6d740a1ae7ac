package io.reprise.broker.ra.fake;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A live side whose streams a test writes, event by event. Thread-safe. */
public final class MemoryLive implements LiveSubjects {
    private final List<Message> direct = new ArrayList<>();
    private final List<LiveRequest> requests = new ArrayList<>();
    private @Nullable Stream newest;
    private boolean down;

    /** The direct messages published, in order. */
    public synchronized List<Message> direct() {
        return List.copyOf(direct);
    }

    /** What was subscribed to, in order. */
    public synchronized List<LiveRequest> requests() {
        return List.copyOf(requests);
    }

    /** From now on nobody can subscribe. */
    public synchronized void down() {
        down = true;
    }

    /** And from now on everybody can. */
    public synchronized void up() {
        down = false;
    }

    /** The newest subscriber's. */
    public synchronized Stream stream() {
        return Objects.requireNonNull(newest);
    }

    @Override
    public synchronized LiveSubscription subscribe(LiveRequest request, Runnable ready) {
        if (down) {
            throw new BrokerException(ErrorCode.VPN_DOWN, "VPN is not served");
        }
        requests.add(request);
        newest = new Stream(ready);
        return newest;
    }

    @Override
    public synchronized void publish(Message message) {
        direct.add(message);
    }

    @Override
    public Optional<LiveMessage> snapshot(TopicName subject) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean deleteSnapshot(TopicName subject) {
        throw new UnsupportedOperationException();
    }

    @Override
    public LiveStatistics statistics() {
        throw new UnsupportedOperationException();
    }

    /** One subscriber's stream. */
    public static final class Stream implements LiveSubscription {
        private final Runnable ready;
        private final ArrayDeque<LiveEvent> events = new ArrayDeque<>();
        private boolean nothingFound = true;
        private boolean closed;
        private String endReason = "";

        Stream(Runnable ready) {
            this.ready = ready;
        }

        /** A text on subject {@code s}, guaranteed, whose id is its seq in epoch 1. */
        public void update(String text, long seq) {
            received(LiveMessageType.UPDATE, text, seq, 0);
        }

        public void received(LiveMessageType type, String text, long seq, long discarded) {
            received(type, text, seq, discarded, type == LiveMessageType.UPDATE);
        }

        private void received(LiveMessageType type, String text, long seq, long discarded, boolean covers) {
            Message message = Message.to(TopicName.of("s"))
                    .deliveryMode(DeliveryMode.PERSISTENT)
                    .type(text)
                    .text(text)
                    .build();
            LiveMessage live =
                    new LiveMessage(message, true, new SubjectPosition(1, seq), new SubjectPosition(1, seq + 1), 1_000);
            add(new LiveEvent.Received(type, live, discarded, covers ? OptionalLong.of(seq) : OptionalLong.empty()));
        }

        public void add(LiveEvent event) {
            boolean wakes;
            synchronized (this) {
                events.add(event);
                wakes = nothingFound;
                nothingFound = false;
            }
            if (wakes) {
                ready.run();
            }
        }

        /** The broker ends it after what is there. */
        public void end(String reason) {
            synchronized (this) {
                endReason = reason;
            }
            ready.run();
        }

        public synchronized boolean isClosed() {
            return closed;
        }

        @Override
        public synchronized @Nullable LiveEvent poll() {
            LiveEvent next = events.poll();
            nothingFound = next == null;
            return next;
        }

        @Override
        public synchronized boolean isEnded() {
            return !endReason.isEmpty() && events.isEmpty();
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
}
