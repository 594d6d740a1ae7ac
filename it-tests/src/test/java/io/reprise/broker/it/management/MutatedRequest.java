package io.reprise.broker.it.management;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A request as it will be sent, byte by byte.
 *
 * @param target what stands between verb and version
 * @param headers without {@code Host} and {@code Content-Length}
 */
record MutatedRequest(String verb, String target, Map<String, String> headers, byte[] body) {
    private static final int SHOWN = 300;
    private static final Set<String> FRAMING =
            Set.of("Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "Expect");

    MutatedRequest withVerb(String other) {
        return new MutatedRequest(other, target, headers, body);
    }

    MutatedRequest withTarget(String other) {
        return new MutatedRequest(verb, other, headers, body);
    }

    MutatedRequest withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new MutatedRequest(verb, target, more, body);
    }

    MutatedRequest withBody(byte[] other) {
        return new MutatedRequest(verb, target, headers, other);
    }

    /** Whether its headers say of its own end or of the connection something that may be wrong. */
    boolean isOddlyFramed() {
        return headers.keySet().stream().anyMatch(FRAMING::contains);
    }

    /** Whether its path, as a server understands it, is not of the broker's application any more: then others answer. */
    boolean leavesTheBroker() {
        String path = target.split("[?#]", 2)[0].replaceAll("(?i)%2e", ".");
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.split("/")) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        return !"reprise".equals(segments.peekFirst());
    }

    byte[] bytes() {
        StringBuilder head =
                new StringBuilder(verb).append(' ').append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (!headers.containsKey("Content-Length") && !headers.containsKey("Transfer-Encoding")) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    /** For people; without credentials. */
    @Override
    public String toString() {
        Map<String, String> shown = new LinkedHashMap<>(headers);
        shown.remove("Authorization");
        String text = verb + " " + target + " " + shown + " " + new String(body, StandardCharsets.UTF_8);
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "… (" + text.length() + ")" : text;
    }
}
