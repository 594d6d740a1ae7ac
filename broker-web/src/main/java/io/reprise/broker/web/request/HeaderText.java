package io.reprise.broker.web.request;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The text of a header: HTTP carries bytes, which the server shows as ISO 8859-1; senders mean UTF-8 [RFC 9110 §5.5]. Stateless.
 */
public final class HeaderText {
    private HeaderText() {}

    /** The text; empty, with a word to {@code problems}, if the bytes are no UTF-8. */
    public static Optional<String> decode(String name, String asLatin1, Problems problems) {
        byte[] bytes = asLatin1.getBytes(StandardCharsets.ISO_8859_1);
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException otherEncoding) {
            problems.refuse("header " + name, "bytes that are no UTF-8", "UTF-8");
            return Optional.empty();
        }
    }
}
