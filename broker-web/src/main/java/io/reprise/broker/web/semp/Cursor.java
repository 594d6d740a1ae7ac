package io.reprise.broker.web.semp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a page ended, as opaque text: the last name on it. The next page begins with the first name after it, whatever was created
 * or deleted in between: no row comes twice, no untouched one is missed (spec 5.1). Stateless.
 */
final class Cursor {
    private static final String VERSION = "1.";

    private Cursor() {}

    static String after(String lastName) {
        byte[] name = lastName.getBytes(StandardCharsets.UTF_8);
        return VERSION + Base64.getUrlEncoder().withoutPadding().encodeToString(name);
    }

    /** The name in a cursor; null if it is none of ours. */
    static @Nullable String read(String cursor) {
        if (!cursor.startsWith(VERSION)) {
            return null;
        }
        try {
            byte[] name = Base64.getUrlDecoder().decode(cursor.substring(VERSION.length()));
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
            return text.isEmpty() ? null : text;
        } catch (IllegalArgumentException | CharacterCodingException damaged) {
            return null;
        }
    }
}
