package io.reprise.broker.engine.state;

/**
 * What the entries of a block put into the replay log: some 16 bytes an entry, for blocks that have any. Not thread-safe: {@link
 * EntryIndex} guards it.
 */
final class LoggedColumns {
    private final int[] messages = new int[IndexBlock.ENTRIES];
    private final int[] firstOffset = new int[IndexBlock.ENTRIES];
    private final CompactLongs sizeBytes = new CompactLongs(IndexBlock.ENTRIES);
    private final CompactLongs timeMillis = new CompactLongs(IndexBlock.ENTRIES);
    /** The first slot of which the log still holds something. */
    private int first = IndexBlock.ENTRIES;

    private int last = -1;
    private long allMessages;

    /**
     * Slots are set in order.
     *
     * @param entryFirstMsgId the first id of the entry, logged or not
     */
    void set(int slot, long entryFirstMsgId, LoggedPart part) {
        messages[slot] = part.messages();
        firstOffset[slot] = (int) (part.firstMsgId() - entryFirstMsgId);
        sizeBytes.set(slot, part.sizeBytes());
        timeMillis.set(slot, part.timeMillis());
        allMessages += part.messages();
        first = first > last ? slot : first;
        last = slot;
    }

    int messages(int slot) {
        return messages[slot];
    }

    int firstOffset(int slot) {
        return firstOffset[slot];
    }

    long sizeBytes(int slot) {
        return messages[slot] == 0 ? 0 : sizeBytes.get(slot);
    }

    long timeMillis(int slot) {
        return timeMillis.get(slot);
    }

    /** Of all its entries, trimmed or not. */
    long allMessages() {
        return allMessages;
    }

    /** The first slot of which the log still holds something; past {@link #last()} if there is none. */
    int first() {
        return first;
    }

    /** The last slot with logged messages. */
    int last() {
        return last;
    }

    /** The log holds nothing of the first slot any more. */
    void dropFirst() {
        do {
            first++;
        } while (first <= last && messages[first] == 0);
    }
}
