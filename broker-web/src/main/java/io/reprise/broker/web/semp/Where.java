package io.reprise.broker.web.semp;

import io.reprise.broker.web.request.Problems;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SEMP's {@code where}: comparisons joined by commas, all of which must hold. {@code *} in a text compared by {@code ==} or
 * {@code !=} stands for any characters; a backslash before {@code , * \} makes that character one of the value. Immutable.
 */
final class Where {
    static final Where EVERYTHING = new Where(List.of());

    private static final Pattern COMPARISON = Pattern.compile("([A-Za-z0-9]+)(==|!=|<=|>=|<|>)(.*)", Pattern.DOTALL);
    private static final String FORM = "attribute, one of == != < > <= >=, value; joined by commas";

    private final List<Comparison> comparisons;

    private Where(List<Comparison> comparisons) {
        this.comparisons = comparisons;
    }

    private record Comparison(String attribute, String operator, String operand) {}

    /** Reads the parameter; what is wrong with it goes to {@code problems}. */
    static Where read(String text, Columns columns, Problems problems) {
        List<Comparison> result = new ArrayList<>();
        for (String part : split(text)) {
            Matcher matcher = COMPARISON.matcher(part);
            if (!matcher.matches()) {
                problems.refuse("parameter where", "'" + part + "'", FORM);
                continue;
            }
            Comparison comparison = new Comparison(matcher.group(1), matcher.group(2), matcher.group(3));
            if (isValid(comparison, columns, problems)) {
                result.add(comparison);
            }
        }
        return new Where(result);
    }

    boolean matches(Map<String, Object> row) {
        return comparisons.stream().allMatch(comparison -> holds(comparison, row.get(comparison.attribute())));
    }

    boolean isEverything() {
        return comparisons.isEmpty();
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static boolean isValid(Comparison comparison, Columns columns, Problems problems) {
        String what = "parameter where, attribute " + comparison.attribute();
        Class<?> type = columns.type(comparison.attribute());
        if (type == null) {
            problems.refuse(what, "unknown", String.join(", ", columns.names()));
            return false;
        }
        boolean flag = type == Boolean.class;
        if (flag && !comparison.operand().matches("true|false")) {
            problems.refuse(what, "'" + comparison.operand() + "'", "true, false");
            return false;
        }
        if (flag && !comparison.operator().endsWith("=")) {
            problems.refuse(what, comparison.operator(), "== and != for a truth value");
            return false;
        }
        if (type == Long.class && number(comparison.operand()) == null) {
            problems.refuse(what, "'" + comparison.operand() + "'", "a number");
            return false;
        }
        return true;
    }

    private static boolean holds(Comparison comparison, @Nullable Object value) {
        BigDecimal left = value instanceof Number ? number(value.toString()) : null;
        BigDecimal right = number(comparison.operand());
        if (left != null && right != null) {
            return ordered(comparison.operator(), left.compareTo(right));
        }
        String text = String.valueOf(value);
        return switch (comparison.operator()) {
            case "==" -> Wildcard.of(comparison.operand()).matches(text);
            case "!=" -> !Wildcard.of(comparison.operand()).matches(text);
            default -> left == null && ordered(comparison.operator(), text.compareTo(comparison.operand()));
        };
    }

    private static boolean ordered(String operator, int order) {
        return switch (operator) {
            case "==" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case ">" -> order > 0;
            case "<=" -> order <= 0;
            default -> order >= 0;
        };
    }

    private static @Nullable BigDecimal number(String text) {
        try {
            return text.length() > 40 ? null : new BigDecimal(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }
}
