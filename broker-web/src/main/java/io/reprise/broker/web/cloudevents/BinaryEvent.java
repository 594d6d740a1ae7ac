package io.reprise.broker.web.cloudevents;

import io.reprise.broker.web.request.HeaderText;
import io.reprise.broker.web.request.Problems;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An event in binary mode: its attributes are headers {@code ce-<name>}, its data is the body [CloudEvents HTTP binding 1.0.2 §3.1].
 * Stateless.
 */
public final class BinaryEvent {
    /** What the headers' names begin with. */
    public static final String HEADER_PREFIX = "ce-";

    private BinaryEvent() {}

    /** The event; empty if there is no such header at all. */
    public static Optional<CloudEvent> read(MultivaluedMap<String, String> headers, Problems problems) {
        EventReading event = readHeaders(headers, problems);
        return event.isEmpty() ? Optional.empty() : Optional.of(event.end());
    }

    /** Those attributes that headers name, be it all or a few. */
    public static Map<String, String> attributes(MultivaluedMap<String, String> headers, Problems problems) {
        return readHeaders(headers, problems).attributes();
    }

    private static EventReading readHeaders(MultivaluedMap<String, String> headers, Problems problems) {
        EventReading event = new EventReading(name -> "header " + HEADER_PREFIX + name, problems);
        headers.forEach((header, values) -> {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith(HEADER_PREFIX)) {
                readHeader(lower.substring(HEADER_PREFIX.length()), values, event);
            }
        });
        return event;
    }

    private static void readHeader(String name, List<String> values, EventReading event) {
        String header = event.label(name);
        if (name.equals(CloudEvent.CONTENT_TYPE)) {
            event.problems().refuse(header, "'" + values.get(0) + "'", "Content-Type for this attribute");
        } else if (values.size() > 1) {
            event.problems().refuse(header, values.size() + " times", "once");
        } else {
            HeaderText.decode(header, values.get(0), event.problems())
                    .flatMap(text -> decoded(header, text, event.problems()))
                    .ifPresent(value -> event.add(name, value));
        }
    }

    /** Quotation marks around it are not part of it, and it is percent-encoded once [§3.1.3.2]. */
    private static Optional<String> decoded(String header, String text, Problems problems) {
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        String plain = quoted ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1") : text;
        Optional<String> value = percentDecoded(plain);
        if (value.isEmpty()) {
            problems.refuse(header, "'" + text + "'", "UTF-8, percent-encoded: a % is %25");
        }
        return value;
    }

    private static Optional<String> percentDecoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            if (point == '%') {
                Optional<Integer> octet = octet(text, at + 1);
                if (octet.isEmpty()) {
                    return Optional.empty();
                }
                bytes.write(octet.get());
                at += 3;
            } else {
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
                at += Character.charCount(point);
            }
        }
        return utf8(bytes.toByteArray());
    }

    /** The value as a header has it [§3.1.3.2]: what is not printable ASCII, a space, a quotation mark and a percent sign are encoded. */
    public static String encoded(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = octet > ' ' && octet < 0x7F && octet != '"' && octet != '%';
            text.append(plain ? String.valueOf((char) octet) : String.format(Locale.ROOT, "%%%02X", octet & 0xFF));
        }
        return text.toString();
    }

    private static Optional<Integer> octet(String text, int at) {
        if (at + 2 > text.length()) {
            return Optional.empty();
        }
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? Optional.empty() : Optional.of(16 * high + low);
    }

    private static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException otherBytes) {
            return Optional.empty();
        }
    }
}
