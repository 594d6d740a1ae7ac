package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.MessageSlot;

/**
 * A message read back from the log.
 *
 * @param slot its place in the directory
 * @param content its stored bytes
 */
public record StoredContent(MessageSlot slot, byte[] content) {}
