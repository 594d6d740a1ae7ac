package io.reprise.broker.engine.live;

import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.message.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the loop, in order. Committed entries always find room, but their bodies only up to a bound; of direct messages the
 * oldest are dropped. Thread-safe: guarded by its own monitor, held for microseconds.
 */
final class Inbox {
    /**
     * How much may wait.
     *
     * @param bodyBytes of committed entries: past it, theirs are read back
     * @param directMsgs direct messages
     * @param directBytes the same in bytes
     * @param farBehindMsgs committed messages: past it subscribers have to come again
     */
    record Bounds(long bodyBytes, int directMsgs, long directBytes, long farBehindMsgs) {
        static final Bounds USUAL = new Bounds(32 << 20, 50_000, 32 << 20, 200_000);
    }

    private final Bounds bounds;
    private final LiveCounters counters;
    private List<Heard> waiting = new ArrayList<>();
    private final Deque<Heard.Direct> directs = new ArrayDeque<>();
    private long directBytes;
    private long messages;
    private long bodyBytes;

    /** The first message that waits, and the first of what was taken and is not done. */
    private long waitingFromMsgId = Long.MAX_VALUE;

    private long takenFromMsgId = Long.MAX_VALUE;

    Inbox(Bounds bounds, LiveCounters counters) {
        this.bounds = bounds;
        this.counters = counters;
    }

    synchronized void entry(EntryHead head, byte[] body) {
        boolean hasRoom = bodyBytes + body.length <= bounds.bodyBytes();
        waiting.add(new Heard.Entry(head, hasRoom ? body : null, messages > bounds.farBehindMsgs()));
        bodyBytes += hasRoom ? body.length : 0;
        messages += head.messages().size();
        waitingFromMsgId = Math.min(waitingFromMsgId, firstMsgId(head));
    }

    synchronized void direct(Message message, long takenInMillis) {
        Heard.Direct direct = new Heard.Direct(message, takenInMillis);
        waiting.add(direct);
        directs.add(direct);
        directBytes += message.sizeBytes();
        while (directs.size() > bounds.directMsgs() || (directBytes > bounds.directBytes() && directs.size() > 1)) {
            Heard.Direct oldest = directs.remove();
            directBytes -= sizeBytes(oldest);
            oldest.drop();
            counters.intakeDiscards.increment();
        }
    }

    synchronized void task(Runnable work) {
        waiting.add(new Heard.Task(work));
    }

    /** Everything that waits; it is taken, and each is to be {@link #done}. Only when all that was taken before is done. */
    synchronized List<Heard> take() {
        List<Heard> taken = waiting;
        waiting = taken.isEmpty() ? taken : new ArrayList<>();
        directs.clear();
        directBytes = 0;
        takenFromMsgId = waitingFromMsgId;
        waitingFromMsgId = Long.MAX_VALUE;
        return taken;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** An entry that was taken is in the history, as far as it belongs there. */
    synchronized void done(Heard.Entry entry) {
        byte[] body = entry.body();
        bodyBytes -= body == null ? 0 : body.length;
        messages -= entry.head().messages().size();
        takenFromMsgId =
                takenFromMsgId == Long.MAX_VALUE ? takenFromMsgId : entry.head().lastMsgId() + 1;
    }

    /** Everything that was taken is done. */
    synchronized void allDone() {
        takenFromMsgId = Long.MAX_VALUE;
    }

    /** The first message that waits or is not done; {@link Long#MAX_VALUE} if there is none. */
    synchronized long fromMsgId() {
        return Math.min(waitingFromMsgId, takenFromMsgId);
    }

    private static long firstMsgId(EntryHead head) {
        List<MessageSlot> slots = head.messages();
        return slots.isEmpty() ? Long.MAX_VALUE : slots.get(0).msgId();
    }

    private static int sizeBytes(Heard.Direct direct) {
        @Nullable Message message = direct.message();
        return message == null ? 0 : message.sizeBytes();
    }
}
