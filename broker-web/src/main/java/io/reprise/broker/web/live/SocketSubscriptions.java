package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What a WebSocket's client wants, each in turn. Guarded by its connection. */
final class SocketSubscriptions {
    private final Deque<SocketSubscription> turns = new ArrayDeque<>();

    boolean has(String subject) {
        return turns.stream().anyMatch(wanted -> wanted.subject().equals(subject));
    }

    /** @throws BrokerException INVALID_PARAMETER */
    void requireRoom() {
        if (turns.size() >= StreamQuery.MAX_SUBJECTS) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "subscriptions of one WebSocket",
                    turns.size() + " already",
                    "at most " + StreamQuery.MAX_SUBJECTS);
        }
    }

    void add(SocketSubscription wanted) {
        turns.addLast(wanted);
    }

    void remove(String subject) {
        turns.removeIf(wanted -> {
            boolean meant = wanted.subject().equals(subject);
            if (meant) {
                wanted.events().close();
            }
            return meant;
        });
    }

    void closeAll() {
        turns.forEach(wanted -> wanted.events().close());
        turns.clear();
    }

    /** The next frame of the first that has one, which is the last from then on; null if none has one. */
    @Nullable
    String next() {
        for (int asked = turns.size(); asked > 0; asked--) {
            SocketSubscription first = turns.removeFirst();
            turns.addLast(first);
            String frame = first.next();
            if (frame != null) {
                return frame;
            }
        }
        return null;
    }

    /** Why the broker has ended one of them, everything before read; empty if it has not. */
    String ended() {
        return turns.stream()
                .filter(wanted -> wanted.events().isEnded())
                .map(wanted -> wanted.events().endReason())
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
    }
}
