package io.reprise.broker.web.messaging;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.request.Problems;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A user property from a header {@code Solace-User-Property-<name>: <value>[; type=<type>]}. Unsigned types, which Java has not,
 * become the next larger signed one; names that start with {@code JMS} belong to Jakarta Messaging [JMS 3.1 §3.5.1].
 *
 * @param value of one of the types a message's properties have
 */
record UserProperty(String name, Object value) {
    private static final Pattern TYPED = Pattern.compile("(.*?)\\s*;\\s*type=([A-Za-z0-9]+)\\s*", Pattern.DOTALL);
    private static final Set<String> JMS_NAMES_OF_SENDERS = Set.of("JMSXGroupID", "JMSXGroupSeq");
    private static final String TYPES =
            "string, bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, wchar";

    /** Reads one; empty, with a word to {@code problems}, if it is refused. */
    static Optional<UserProperty> read(String name, String headerValue, Problems problems) {
        String what = "user property '" + name + "'";
        if (name.isEmpty()) {
            problems.refuse("user property", "no name", "Solace-User-Property- and a name");
            return Optional.empty();
        }
        if (name.startsWith("JMS") && !JMS_NAMES_OF_SENDERS.contains(name)) {
            problems.refuse(
                    what,
                    "a name reserved by Jakarta Messaging",
                    String.join(", ", JMS_NAMES_OF_SENDERS) + " and names that don't start with JMS");
            return Optional.empty();
        }
        Matcher typed = TYPED.matcher(headerValue);
        boolean hasType = typed.matches();
        String text = hasType ? typed.group(1) : headerValue;
        String type = hasType ? typed.group(2).toLowerCase(Locale.ROOT) : "string";
        return value(what, text, type, problems).map(value -> new UserProperty(name, value));
    }

    private static Optional<Object> value(String what, String text, String type, Problems problems) {
        if (type.equals("null") || type.equals("bytearray")) {
            problems.add(
                    ErrorCode.NOT_SUPPORTED,
                    what + " of type " + type + " is not supported in this version; allowed: " + TYPES);
            return Optional.empty();
        }
        if (allowed(type) == null) {
            problems.refuse(what, "type '" + type + "'", TYPES);
            return Optional.empty();
        }
        Object value = parse(text, type);
        if (value == null) {
            problems.refuse(what, "'" + text + "'", String.valueOf(allowed(type)));
        }
        return Optional.ofNullable(value);
    }

    /** The value, or null if the text is none of that type. */
    private static @Nullable Object parse(String text, String type) {
        try {
            return switch (type) {
                case "string" -> text;
                case "bool" -> text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
                case "int8" -> Byte.valueOf(text);
                case "int16" -> Short.valueOf(text);
                case "int32" -> Integer.valueOf(text);
                case "int64" -> Long.valueOf(text);
                case "uint8" -> unsigned(text, 8).shortValueExact();
                case "uint16" -> unsigned(text, 16).intValueExact();
                case "uint32" -> unsigned(text, 32).longValueExact();
                case "uint64" -> unsigned(text, 64).longValueExact();
                case "float" -> Float.valueOf(text);
                case "double" -> Double.valueOf(text);
                default -> text.codePointCount(0, text.length()) == 1 ? text : null;
            };
        } catch (NumberFormatException | ArithmeticException notOfThatType) {
            return null;
        }
    }

    private static BigInteger unsigned(String text, int bits) {
        BigInteger number = text.length() > 20 ? BigInteger.ONE.negate() : new BigInteger(text);
        if (number.signum() < 0 || number.bitLength() > bits) {
            throw new ArithmeticException("out of range");
        }
        return number;
    }

    private static @Nullable String allowed(String type) {
        return switch (type) {
            case "string" -> "text";
            case "bool" -> "true, false";
            case "int8" -> "-128–127";
            case "int16" -> "-32768–32767";
            case "int32" -> "-2147483648–2147483647";
            case "int64" -> Long.MIN_VALUE + "–" + Long.MAX_VALUE;
            case "uint8" -> "0–255";
            case "uint16" -> "0–65535";
            case "uint32" -> "0–4294967295";
            case "uint64" -> "0–" + Long.MAX_VALUE + " (larger ones have no type in Java)";
            case "float", "double" -> "a number";
            case "wchar" -> "one character";
            default -> null;
        };
    }
}
