package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.MessageSlot;
import java.util.List;

/**
 * What one entry put into the replay log, whatever of it was trimmed since [LOG.md L11].
 *
 * @param messages how many; 0 = the entry is not in the log, and nothing else is said
 * @param sizeBytes their bytes
 * @param timeMillis when they were taken in: all at once, as moved messages are never logged
 * @param firstMsgId the first of them
 */
record LoggedPart(int messages, long sizeBytes, long timeMillis, long firstMsgId) {
    static final LoggedPart NONE = new LoggedPart(0, 0, 0, 0);

    /** Of an entry with these messages. */
    static LoggedPart of(List<MessageSlot> slots) {
        int messages = 0;
        long sizeBytes = 0;
        MessageSlot first = null;
        for (MessageSlot slot : slots) {
            if (slot.logged()) {
                first = first == null ? slot : first;
                messages++;
                sizeBytes += slot.sizeBytes();
            }
        }
        return first == null ? NONE : new LoggedPart(messages, sizeBytes, first.spooledTimeMillis(), first.msgId());
    }
}
