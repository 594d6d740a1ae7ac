package io.reprise.broker.it.suite;

import java.util.stream.Collectors;

/** The text of a realm's properties files: one line a user, {@code name=…}. */
final class UserFiles {

    private UserFiles() {}

    /** The text with the user's line, in place of an older one. */
    static String with(String text, String user, String line) {
        return without(text, user) + line + "\n";
    }

    /** The text without the user's line; comments, which name the realm, stay. */
    static String without(String text, String user) {
        return text.lines()
                .filter(line -> !line.startsWith(user + "="))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
