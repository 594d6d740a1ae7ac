package io.reprise.broker.engine.log;

import java.util.List;

/**
 * The decoded head of a log entry: what {@code apply} folds.
 *
 * The four totals are folded by maximum: an entry that knows none of them gives 0.
 *
 * @param lastMsgId the last id given up to and including this entry
 * @param lastTimeMillis the latest spooled time so far, milliseconds
 * @param loggedCount running total of messages logged, for trimming by subtraction [LOG.md L11]
 * @param loggedBytes running total of their bytes
 * @param messages the directory, ids rising without a gap (but for compacted entries, which list survivors only)
 * @param effects what else changes, in order, after the messages were placed
 */
public record EntryHead(
        long lastMsgId,
        long lastTimeMillis,
        long loggedCount,
        long loggedBytes,
        List<MessageSlot> messages,
        List<Effect> effects) {}
