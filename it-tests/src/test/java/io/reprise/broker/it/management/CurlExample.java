package io.reprise.broker.it.management;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * A call of curl in a page of {@code docs/}, of which the options are known that the pages use.
 *
 * @param user before the colon
 * @param headers names and values in turn
 * @param taken the field of the answer that later calls use; empty if none
 */
record CurlExample(
        String line, String verb, String address, String user, List<String> headers, String body, String taken) {
    static CurlExample of(String line, List<String> words) {
        String verb = "";
        String address = "";
        String user = "";
        String body = "";
        boolean typed = false;
        List<String> headers = new ArrayList<>();
        for (Iterator<String> rest = words.subList(1, words.size()).iterator(); rest.hasNext(); ) {
            String word = rest.next();
            switch (word) {
                case "-s", "-N" -> {}
                case "-X" -> verb = rest.next();
                case "-u" -> user = rest.next().split(":")[0];
                case "-d" -> body = rest.next();
                case "-H" -> {
                    String[] header = rest.next().split(":", 2);
                    headers.add(header[0]);
                    headers.add(header[1].trim());
                    typed |= header[0].equals("Content-Type");
                }
                default -> address = address(line, word, address);
            }
        }
        if (!body.isEmpty() && !typed) {
            headers.addAll(List.of("Content-Type", "application/x-www-form-urlencoded"));
        }
        String sent = !verb.isEmpty() ? verb : body.isEmpty() ? "GET" : "POST";
        return new CurlExample(line, sent, address, user, headers, body, "");
    }

    private static String address(String line, String word, String before) {
        if (word.startsWith("-") || !before.isEmpty()) {
            throw new AssertionError("'" + word + "' is not understood in: " + line);
        }
        return word;
    }

    /** The same, and a field of its answer is used by later ones. */
    CurlExample taking(String field) {
        return new CurlExample(line, verb, address, user, headers, body, field);
    }

    /** What stands in later calls for a field that is not known yet. */
    static String placeOf(String field) {
        return "{" + field + "}";
    }

    /** The address, with what earlier answers had. */
    String address(Map<String, String> known) {
        String whole = address;
        for (Map.Entry<String, String> field : known.entrySet()) {
            whole = whole.replace(placeOf(field.getKey()), field.getValue());
        }
        return whole;
    }

    boolean creates() {
        return verb.equals("POST") && address.contains("/SEMP/v2/config/");
    }

    /** Whether it makes a consumer, which gets what is there. */
    boolean consumes() {
        return address.endsWith("/consumers");
    }

    boolean isStream() {
        return address.contains("/rest/subscribe");
    }

    @Override
    public String toString() {
        return line;
    }
}
