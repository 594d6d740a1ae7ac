package io.reprise.broker.web.condition;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.ws.rs.core.EntityTag;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions that {@code If-Match} or {@code If-None-Match} names [RFC 9110 §13.1.1, §13.1.2]. Immutable.
 *
 * @param any {@code *}: whatever version there is
 * @param tags these; empty with {@code any}
 */
record EntityTags(boolean any, List<EntityTag> tags) {
    private static final String ALLOWED = "*, or ETags joined by commas: \"…\" or W/\"…\"";
    /** An element of the list, which may be empty, and the comma or end after it [RFC 9110 §5.6.1, §8.8.3]. */
    private static final Pattern ELEMENT =
            Pattern.compile("[ \t]*((W/)?\"([\\x21\\x23-\\x7E\\x80-\\xFF]*)\")?[ \t]*(,|$)");

    /**
     * Reads what a request has.
     *
     * @param lines the header's, of which there may be several: they are one list [RFC 9110 §5.3]
     * @throws BrokerException INVALID_PARAMETER if it is no such list, or an empty one
     */
    static EntityTags parse(String header, List<String> lines) {
        String value = String.join(", ", lines);
        if (value.strip().equals("*")) {
            return new EntityTags(true, List.of());
        }
        List<EntityTag> tags = new ArrayList<>();
        Matcher element = ELEMENT.matcher(value);
        for (int at = 0; at < value.length(); at = element.end()) {
            if (!element.region(at, value.length()).lookingAt()) {
                throw malformed(header, value);
            }
            if (element.group(1) != null) {
                tags.add(new EntityTag(element.group(3), element.group(2) != null));
            }
        }
        if (tags.isEmpty()) {
            throw malformed(header, value);
        }
        return new EntityTags(false, List.copyOf(tags));
    }

    private static BrokerException malformed(String header, String value) {
        return BrokerException.refused(
                ErrorCode.INVALID_PARAMETER, "header " + header, value.isBlank() ? "empty" : value, ALLOWED);
    }

    /** Whether a version is among them; a weak tag stands for none for certain [RFC 9110 §8.8.3.2]. */
    boolean matchStrongly(EntityTag version) {
        return any || tags.contains(new EntityTag(version.getValue()));
    }

    /** Whether a version, or one that is as good, is among them [RFC 9110 §8.8.3.2]. */
    boolean matchWeakly(EntityTag version) {
        return any || tags.stream().anyMatch(tag -> tag.getValue().equals(version.getValue()));
    }

    /** As the header has it. */
    String text() {
        return any
                ? "*"
                : String.join(
                        ", ",
                        tags.stream()
                                .map(tag -> (tag.isWeak() ? "W/\"" : "\"") + tag.getValue() + '"')
                                .toList());
    }
}
