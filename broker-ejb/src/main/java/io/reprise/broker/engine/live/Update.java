package io.reprise.broker.engine.live;

import io.reprise.broker.model.live.SubjectPosition;

/**
 * A live message for all subscribers that it matches. Immutable.
 *
 * @param order rises with each
 * @param topic its subject
 * @param head the subject's newest guaranteed message with it
 * @param covers the id through which a stream is complete with it
 */
record Update(long order, String topic, Content content, SubjectPosition head, long covers) {
    boolean isGuaranteed() {
        return content.isGuaranteed();
    }

    int sizeBytes() {
        return content.sizeBytes();
    }
}
