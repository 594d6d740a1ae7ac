package io.reprise.broker.web;

import io.reprise.broker.model.delivery.DeadLetter;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.MessageState;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.model.management.RetryObstacle;
import io.reprise.broker.model.management.RetryResult;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was published as the messages of every endpoint, with ids from 1; what is asked of them is written down. */
public final class FakeMessages implements EndpointMessages {
    private final List<Message> published;
    private final List<String> calls = new ArrayList<>();

    FakeMessages(List<Message> published) {
        this.published = published;
    }

    /** Every action, e.g. {@code retry colour='red'}. */
    public List<String> calls() {
        return calls;
    }

    @Override
    public long copyFrom(String queue, ReplicationGroupMsgId id) {
        calls.add("copy from " + queue + " " + id.msgId());
        return 77;
    }

    @Override
    public List<MessageView> after(long msgId, int limit) {
        List<MessageView> views = new ArrayList<>();
        for (long id = msgId + 1; id <= published.size() && views.size() < limit; id++) {
            views.add(view(id));
        }
        return views;
    }

    private MessageView view(long msgId) {
        return new MessageView(
                msgId,
                new ReplicationGroupMsgId(1, msgId),
                published.get((int) msgId - 1).topic().text(),
                10,
                4,
                5_000,
                7_001,
                2,
                MessageState.DELAYED,
                9_999,
                "",
                Optional.of(new DeadLetter(DeathReason.TTL, "home", 4_000, 3)));
    }

    @Override
    public Optional<MessageView> message(long msgId) {
        return after(msgId - 1, 1).stream().findFirst();
    }

    @Override
    public long count() {
        return published.size();
    }

    @Override
    public RetryResult retry(String selector) {
        calls.add("retry " + selector);
        return new RetryResult(7, Map.of(RetryObstacle.NO_ROOM, 2L, RetryObstacle.NOT_DEAD, 1L));
    }

    @Override
    public void retryOne(long msgId) {
        act("retry", msgId);
    }

    @Override
    public long delete(String selector) {
        calls.add("delete " + selector);
        long deleted = published.size();
        published.clear();
        return deleted;
    }

    @Override
    public void deleteOne(long msgId) {
        act("delete", msgId);
    }

    @Override
    public long deadLetter(String selector) {
        calls.add("deadLetter " + selector);
        return 6;
    }

    @Override
    public long releaseDelayed() {
        calls.add("release");
        return 3;
    }

    @Override
    public void releaseOne(long msgId) {
        act("release", msgId);
    }

    private void act(String action, long msgId) {
        if (msgId > published.size()) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "message " + msgId + " is not there");
        }
        calls.add(action + " " + msgId);
    }
}
