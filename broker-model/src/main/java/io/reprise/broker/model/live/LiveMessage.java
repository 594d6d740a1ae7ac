package io.reprise.broker.model.live;

import io.reprise.broker.model.message.Message;

/**
 * A message as a live subscriber gets it [spec 3]. Immutable.
 *
 * @param message as published; its topic is the subject
 * @param guaranteed whether it was published persistent or non-persistent (QoS GUARANTEED; else STANDARD)
 * @param position its own number; of a direct one that of the newest guaranteed message before it, if that
 *     is known; {@code NONE} of one that was published again
 * @param head the newest guaranteed message of the subject when this was handed out: a snapshot may be older
 * @param publishedMillis when the broker took it in, milliseconds of the epoch
 */
public record LiveMessage(
        Message message, boolean guaranteed, SubjectPosition position, SubjectPosition head, long publishedMillis) {}
