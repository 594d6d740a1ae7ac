package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.LogEntry;

/**
 * What a slot of the log holds, by the two numbers that tell one entry from another.
 *
 * @param commitNo the slot
 * @param epoch who wrote it
 * @param nonce which of its entries
 */
record SlotMark(long commitNo, long epoch, long nonce) {
    static SlotMark of(LogEntry entry) {
        return new SlotMark(entry.commitNo(), entry.epoch(), entry.nonce());
    }
}
