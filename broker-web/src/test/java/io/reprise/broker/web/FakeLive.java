package io.reprise.broker.web;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveMessage;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A live side on which a test says what each subscription gets; publishes are written down. Thread-safe. */
public final class FakeLive implements LiveSubjects {
    private final List<Message> published = new CopyOnWriteArrayList<>();
    private final List<FakeSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final Map<TopicName, LiveMessage> snapshots = new ConcurrentHashMap<>();
    private volatile Consumer<FakeSubscription> onSubscribe = subscription -> {};
    private volatile @Nullable BrokerException refusal;

    /** Every direct message that was handed over. */
    public List<Message> published() {
        return published;
    }

    /** Every subscription there was, the oldest first. */
    public List<FakeSubscription> subscriptions() {
        return subscriptions;
    }

    /** What a new subscription gets at once. */
    public void onSubscribe(Consumer<FakeSubscription> beginning) {
        onSubscribe = beginning;
    }

    public void putSnapshot(LiveMessage message) {
        snapshots.put(message.message().topic(), message);
    }

    /** Everything is refused from now on. */
    public void refuseWith(ErrorCode code) {
        refusal = new BrokerException(code, "refused by the test");
    }

    @Override
    public LiveSubscription subscribe(LiveRequest request, Runnable ready) {
        throwIfRefusing();
        FakeSubscription subscription = new FakeSubscription(request, ready);
        subscriptions.add(subscription);
        onSubscribe.accept(subscription);
        return subscription;
    }

    @Override
    public void publish(Message direct) {
        throwIfRefusing();
        published.add(direct);
    }

    @Override
    public Optional<LiveMessage> snapshot(TopicName subject) {
        throwIfRefusing();
        return Optional.ofNullable(snapshots.get(subject));
    }

    @Override
    public boolean deleteSnapshot(TopicName subject) {
        throwIfRefusing();
        return snapshots.remove(subject) != null;
    }

    List<SnapshotView> views(String afterSubject, int limit) {
        return snapshots.values().stream()
                .map(snapshot ->
                        new SnapshotView(snapshot.message().topic().text(), 7, snapshot.publishedMillis(), true))
                .filter(view -> view.subject().compareTo(afterSubject) > 0)
                .sorted(Comparator.comparing(SnapshotView::subject))
                .limit(limit)
                .toList();
    }

    @Override
    public LiveStatistics statistics() {
        return new LiveStatistics(
                101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119);
    }

    /** Requests of the subscriptions there were. */
    public List<LiveRequest> requests() {
        return new ArrayList<>(
                subscriptions.stream().map(FakeSubscription::request).toList());
    }

    private void throwIfRefusing() {
        BrokerException now = refusal;
        if (now != null) {
            throw now;
        }
    }
}
