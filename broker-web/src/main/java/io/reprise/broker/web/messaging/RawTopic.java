package io.reprise.broker.web.messaging;

import jakarta.ws.rs.core.UriInfo;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The topic as the request's path spells it, decoded once: empty levels, a leading {@code /} and {@code ;} are part of it, which the
 * HTTP layer's own path parameters would lose. Stateless.
 */
final class RawTopic {
    private static final String MARK = "/TOPIC/";

    private RawTopic() {}

    static String of(UriInfo uri) {
        String path = uri.getRequestUri().getRawPath();
        String raw = path.substring(path.indexOf(MARK) + MARK.length());
        return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
