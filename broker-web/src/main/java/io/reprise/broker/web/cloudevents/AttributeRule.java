package io.reprise.broker.web.cloudevents;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What an attribute of an event may be [CloudEvents 1.0.2 §3]. Stateless. */
final class AttributeRule {
    static final String NAMES = "names of a–z and 0–9, none of them data";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]{1,100}");
    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");

    private AttributeRule() {}

    /** What would be allowed, if the attribute is not. */
    static Optional<String> broken(String name, String value) {
        if (!NAME.matcher(name).matches() || name.equals("data")) {
            return Optional.of(NAMES);
        }
        if (value.chars().anyMatch(Character::isISOControl) || !isWhole(value)) {
            return Optional.of("text without control characters");
        }
        return brokenOfItsOwn(name, value);
    }

    private static Optional<String> brokenOfItsOwn(String name, String value) {
        return switch (name) {
            case CloudEvent.SPEC_VERSION -> unless(value.equals("1.0"), "1.0");
            case "id", "type", "subject" -> unless(!value.isEmpty(), "text that is not empty");
            case "source" -> unless(!value.isEmpty() && isUri(value, false), "a URI-reference that is not empty");
            case "dataschema" -> unless(isUri(value, true), "an absolute URI");
            case "time" ->
                unless(isTime(value), "a time as 2026-11-30T10:00:00Z [RFC 3339], at most 9 digits of fraction");
            default -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean right, String allowed) {
        return right ? Optional.empty() : Optional.of(allowed);
    }

    private static boolean isUri(String value, boolean absolute) {
        try {
            return new URI(value).isAbsolute() || !absolute;
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    private static boolean isTime(String value) {
        try {
            return TIME.matcher(value).matches()
                    && OffsetDateTime.parse(value.toUpperCase(Locale.ROOT)).getYear() >= 0;
        } catch (DateTimeException noSuchTime) {
            return false;
        }
    }

    /** Whether no half of a character stands alone: such a text has no UTF-8. */
    private static boolean isWhole(String value) {
        return value.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
