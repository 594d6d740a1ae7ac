package io.reprise.broker.model.message;

import org.jspecify.annotations.Nullable;

/**
 * A publisher's identity and its own sequence number for one message, by which a re-sent one is known [spec 1.2].
 *
 * @param publisherId 1–100 characters
 * @param sequence 0 and more, rising by one for each new message of that publisher
 * @param username whose publisher it is, where another commits it; null if who does is that. Not stored with the message
 */
public record PublisherStamp(
        String publisherId, long sequence, @Nullable String username) {
    /** Of a publisher of who commits it. */
    public PublisherStamp(String publisherId, long sequence) {
        this(publisherId, sequence, null);
    }

    public PublisherStamp {
        if (publisherId.isEmpty() || publisherId.length() > 100) {
            throw new IllegalArgumentException("publisherId of " + publisherId.length() + " characters, allowed 1-100");
        }
        if (sequence < 0) {
            throw new IllegalArgumentException("publisherSequence " + sequence + ", allowed 0 and more");
        }
    }
}
