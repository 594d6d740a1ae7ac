package io.reprise.broker.engine.live;

import io.reprise.broker.model.live.SubjectPosition;

/**
 * A message of a model run.
 *
 * @param number rises with each, in the order of publication; its text
 * @param msgId 0 of a direct one
 * @param position its own, or for a direct one that of the newest guaranteed one before it
 * @param millis when it was published
 */
record Told(int number, String topic, boolean guaranteed, long msgId, SubjectPosition position, long millis) {
    int sizeBytes() {
        return topic.length() + String.valueOf(number).length();
    }
}
