package io.reprise.broker.it.management;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The examples of a page of {@code docs/}, block by block; variables and aliases hold to the end of the page. One thread. */
final class PageExamples {
    private static final Pattern BLOCK = Pattern.compile("^ *```sh\\n(.*?)^ *```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Z]+)=(.*)");
    private static final Pattern TAKEN = Pattern.compile("([A-Z]+)=\\$\\((.*) \\| jq -r \\.(\\w+)\\)");
    private static final Pattern ALIAS = Pattern.compile("alias (\\w+)='(.*)'|(\\w+)\\(\\) \\{ (.*) \"\\$@\"; }");

    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, String> aliases = new HashMap<>();

    private PageExamples() {}

    /** The calls of each block that has any. */
    static List<List<CurlExample>> of(String page) {
        PageExamples examples = new PageExamples();
        List<List<CurlExample>> blocks = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(text(page)); block.find(); ) {
            List<CurlExample> calls = examples.calls(block.group(1));
            if (!calls.isEmpty()) {
                blocks.add(calls);
            }
        }
        return blocks;
    }

    private static String text(String page) {
        try {
            return Files.readString(Path.of("..", "docs", page));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private List<CurlExample> calls(String block) {
        List<CurlExample> calls = new ArrayList<>();
        for (String line : lines(block)) {
            Matcher taken = TAKEN.matcher(line);
            Matcher assignment = ASSIGNMENT.matcher(line);
            Matcher alias = ALIAS.matcher(line);
            if (taken.matches()) {
                calls.add(call(taken.group(2)).taking(taken.group(3)));
                variables.put(taken.group(1), CurlExample.placeOf(taken.group(3)));
            } else if (assignment.matches()) {
                variables.put(assignment.group(1), String.join(" ", ShellWords.of(assignment.group(2), variables)));
            } else if (alias.matches()) {
                boolean named = alias.group(1) != null;
                aliases.put(alias.group(named ? 1 : 3), alias.group(named ? 2 : 4));
            } else if (!line.isEmpty()) {
                calls.add(call(line));
            }
        }
        return calls;
    }

    /** A line goes on behind a backslash, and as long as a quotation is open. */
    private static List<String> lines(String block) {
        List<String> lines = new ArrayList<>();
        String open = "";
        for (String line : block.replaceAll("\\\\\\n", " ").lines().toList()) {
            String whole = open + line.strip();
            boolean closed = whole.chars().filter(c -> c == '\'').count() % 2 == 0;
            open = closed ? "" : whole;
            if (closed) {
                lines.add(whole);
            }
        }
        return lines;
    }

    private CurlExample call(String line) {
        String command = line.split(" ", 2)[0];
        String expanded = aliases.getOrDefault(command, command) + line.substring(command.length());
        List<String> words = ShellWords.of(expanded, variables);
        if (!words.get(0).equals("curl")) {
            throw new AssertionError("no call of curl, so it can't be tried: " + line);
        }
        return CurlExample.of(line, words);
    }
}
