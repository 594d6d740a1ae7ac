package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.MessageSlot;

/**
 * A message on a dead message queue that is to be retried.
 *
 * @param slot its directory slot there
 * @param ttlMillis the time to live its publisher gave it, which begins anew; 0 = for ever
 */
public record DeadMessage(MessageSlot slot, long ttlMillis) {}
