package io.reprise.broker.web.live;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What a WebSocket's client is answered and has not been sent. Guarded by its connection. */
final class SocketReplies {
    /** A client that asks on and does not read the answers is cut off past this. */
    private static final int MOST = 1_000;

    private final Deque<String> waiting = new ArrayDeque<>();
    private boolean aliveDue;

    /** Whether there was room. */
    boolean add(String reply) {
        if (waiting.size() >= MOST) {
            return false;
        }
        waiting.addLast(reply);
        return true;
    }

    /** Time to show that the connection lives. */
    void aliveDue() {
        aliveDue = true;
    }

    @Nullable
    String next() {
        if (aliveDue) {
            aliveDue = false;
            return SocketStatus.alive();
        }
        return waiting.pollFirst();
    }
}
