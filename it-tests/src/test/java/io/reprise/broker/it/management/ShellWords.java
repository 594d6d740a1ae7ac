package io.reprise.broker.it.management;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A line of a shell example in words, as a shell sees them: quotes, backslashes, variables. No more of a shell's language is known. */
final class ShellWords {
    private final String line;
    private final Map<String, String> variables;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean begun;
    private int at;

    private ShellWords(String line, Map<String, String> variables) {
        this.line = line;
        this.variables = variables;
    }

    static List<String> of(String line, Map<String, String> variables) {
        ShellWords words = new ShellWords(line, variables);
        words.read();
        return words.words;
    }

    private void read() {
        char quote = 0;
        while (at < line.length()) {
            char next = line.charAt(at++);
            if (quote == '\'') {
                quote = next == quote ? 0 : literally(quote, next);
            } else if (next == quote) {
                quote = 0;
            } else if (next == '\\') {
                word.append(line.charAt(at++));
            } else if (next == '$') {
                word.append(variable());
                begun = true;
            } else if (quote == '"') {
                word.append(next);
            } else if (next == '\'' || next == '"') {
                quote = next;
                begun = true;
            } else if (Character.isWhitespace(next)) {
                endWord();
            } else {
                literally(quote, next);
            }
        }
        endWord();
    }

    private char literally(char quote, char next) {
        word.append(next);
        begun = true;
        return quote;
    }

    private String variable() {
        int from = at;
        while (at < line.length() && Character.isLetter(line.charAt(at))) {
            at++;
        }
        String name = line.substring(from, at);
        String value = variables.get(name);
        if (value == null) {
            throw new AssertionError("$" + name + " is not set before: " + line);
        }
        return value;
    }

    private void endWord() {
        if (begun) {
            words.add(word.toString());
            word.setLength(0);
            begun = false;
        }
    }
}
