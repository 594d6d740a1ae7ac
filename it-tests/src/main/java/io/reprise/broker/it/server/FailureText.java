package io.reprise.broker.it.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the reason in what the server's management says about a failure: nested lists of services, over many lines. */
final class FailureText {

    private static final Pattern FAILED_SERVICE =
            Pattern.compile("WFLYCTL0080[^{]*\\{.*?=> \"(.*?)(?<!\\\\)\"", Pattern.DOTALL);
    private static final Pattern CAUSE = Pattern.compile("Caused by: ([^\\r\\n]*)");

    private FailureText() {}

    /** One line: the last cause of the first failed service, or all of it when there is none. */
    static String oneLine(String description) {
        Matcher service = FAILED_SERVICE.matcher(description);
        String relevant = service.find() ? service.group(1) : description;
        Matcher cause = CAUSE.matcher(relevant);
        String reason = relevant;
        while (cause.find()) {
            reason = cause.group(1);
        }
        return reason.strip().replace("\\\"", "\"").replaceAll("\\s*\\R\\s*", " ");
    }
}
