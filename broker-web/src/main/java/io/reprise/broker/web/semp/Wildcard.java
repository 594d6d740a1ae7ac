package io.reprise.broker.web.semp;

import java.util.ArrayList;
import java.util.List;

/** Text in which {@code *} stands for any characters; a backslash takes the meaning from the character after it. Immutable. */
final class Wildcard {
    /** What lies between the stars, at least one, each maybe empty. */
    private final List<String> literals;

    private Wildcard(List<String> literals) {
        this.literals = literals;
    }

    static Wildcard of(String text) {
        List<String> literals = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                literal.append(text.charAt(++i));
            } else if (c == '*') {
                literals.add(literal.toString());
                literal.setLength(0);
            } else {
                literal.append(c);
            }
        }
        literals.add(literal.toString());
        return new Wildcard(literals);
    }

    boolean matches(String text) {
        String first = literals.get(0);
        if (literals.size() == 1) {
            return text.equals(first);
        }
        String last = literals.get(literals.size() - 1);
        if (!text.startsWith(first) || !text.endsWith(last)) {
            return false;
        }
        int from = first.length();
        for (String literal : literals.subList(1, literals.size() - 1)) {
            int found = text.indexOf(literal, from);
            if (found < 0) {
                return false;
            }
            from = found + literal.length();
        }
        return from <= text.length() - last.length();
    }
}
