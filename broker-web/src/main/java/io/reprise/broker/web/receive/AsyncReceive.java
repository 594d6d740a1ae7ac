package io.reprise.broker.web.receive;

import io.reprise.broker.model.error.BrokerException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A receive whose request waits without a thread. What can't be written to its client goes back to the consumer: it was not received.
 * Answered by one thread.
 */
final class AsyncReceive implements Receive, CompletionCallback {
    private final HttpConsumer consumer;
    private final AsyncResponse response;
    private final int max;
    private final long deadlineMillis;
    private volatile List<Held> answered = List.of();

    private AsyncReceive(HttpConsumer consumer, AsyncResponse response, ReceiveOrder order, long nowMillis) {
        this.consumer = consumer;
        this.response = response;
        this.max = order.max();
        this.deadlineMillis = nowMillis + order.patience().toMillis();
    }

    /** One that is told whether its answer could be written. */
    static AsyncReceive of(HttpConsumer consumer, AsyncResponse response, ReceiveOrder order, long nowMillis) {
        AsyncReceive made = new AsyncReceive(consumer, response, order, nowMillis);
        response.register(made);
        return made;
    }

    @Override
    public int max() {
        return max;
    }

    @Override
    public long deadlineMillis() {
        return deadlineMillis;
    }

    @Override
    public void answer(List<Held> messages) {
        answered = messages;
        if (!response.resume(ConsumerResource.json(200, MessageJson.of(messages)))) {
            consumer.notReached(messages);
        }
    }

    @Override
    public void refuse(BrokerException refusal) {
        response.resume(refusal);
    }

    @Override
    public void onComplete(@Nullable Throwable broken) {
        if (broken != null) {
            consumer.notReached(answered);
        }
    }
}
