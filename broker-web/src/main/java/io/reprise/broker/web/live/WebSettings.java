package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an operator may set of HTTP, by system properties that are read once at start; {@code docs/live-http.md} tells.
 *
 * @param maxConnections of live streams, server-sent events and WebSockets together; 1–1,000,000
 */
public record WebSettings(int maxConnections) {
    static final String MAX_CONNECTIONS = "reprise.web.maxConnections";
    static final WebSettings DEFAULTS = new WebSettings(10_000);

    private static final String PREFIX = "reprise.web.";
    private static final int MOST_CONNECTIONS = 1_000_000;

    /**
     * Reads those properties whose names begin with {@code reprise.web.}.
     *
     * @param properties e.g. the system's
     * @throws BrokerException INVALID_PARAMETER if a value is out of range, or a name is none
     */
    static WebSettings read(Map<?, ?> properties) {
        Map<String, String> ours = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (String.valueOf(name).startsWith(PREFIX)) {
                ours.put(String.valueOf(name), String.valueOf(value));
            }
        });
        String text = ours.remove(MAX_CONNECTIONS);
        if (!ours.isEmpty()) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "settings of HTTP", ours.keySet(), MAX_CONNECTIONS);
        }
        return text == null ? DEFAULTS : new WebSettings(connections(text.strip()));
    }

    private static int connections(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= MOST_CONNECTIONS) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of range is
        }
        throw BrokerException.refused(
                ErrorCode.INVALID_PARAMETER, MAX_CONNECTIONS, "'" + text + "'", "1–" + MOST_CONNECTIONS);
    }
}
