package io.reprise.broker.web.openapi;

import java.util.Map;

/**
 * The name of an operation of the management API, from its verb and path: SEMP's own, e.g. {@code createMsgVpnQueue}; as all three
 * parts are in one document, those of {@code monitor} begin so. Stateless.
 */
final class OperationId {
    private static final String ROOT = "SEMP/v2/";
    private static final Map<String, String> CONFIG_VERBS =
            Map.of("GET", "get", "POST", "create", "PUT", "replace", "PATCH", "update", "DELETE", "delete");

    private OperationId() {}

    static String of(String verb, String path) {
        String[] segments = path.substring(ROOT.length()).split("/");
        StringBuilder id = new StringBuilder(begin(segments[0], verb));
        for (int i = 1; i < segments.length; i++) {
            if (!segments[i].startsWith("{")) {
                boolean last = i == segments.length - 1;
                id.append(Segment.wordOf(segments[i], last && verb.equals("GET")));
            }
        }
        return id.toString();
    }

    private static String begin(String api, String verb) {
        return switch (api) {
            case "action" -> "do";
            case "monitor" -> "monitor";
            default -> CONFIG_VERBS.getOrDefault(verb, verb);
        };
    }
}
