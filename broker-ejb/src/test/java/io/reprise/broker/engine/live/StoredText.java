package io.reprise.broker.engine.live;

import io.reprise.broker.model.message.MessageCodec;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The number that a stored message of a model run has for its text. */
record StoredText(int number) {
    static StoredText of(LiveWorld world, long msgId) {
        byte[] content = Objects.requireNonNull(world.reader.read(msgId)).content();
        return new StoredText(
                Integer.parseInt(new String(MessageCodec.decode(content).body(), StandardCharsets.UTF_8)));
    }
}
