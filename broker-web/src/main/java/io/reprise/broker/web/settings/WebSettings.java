package io.reprise.broker.web.settings;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an operator may set of HTTP, by system properties that are read once at start; {@code docs/live-http.md} and {@code
 * docs/http-messaging.md} tell.
 *
 * @param maxConnections of live streams, server-sent events and WebSockets together
 * @param maxConsumers that receive from endpoints over HTTP, in this server
 * @param maxConsumersPerUser of these, of one user on one VPN
 * @param maxUnsettledMessages how many messages one such consumer may have received and not settled
 * @param maxUnsettledMegabytes and how large these are together, in 10^6 bytes; one message may pass it
 * @param allowedTargets to which REST delivery points may push
 */
public record WebSettings(
        int maxConnections,
        int maxConsumers,
        int maxConsumersPerUser,
        int maxUnsettledMessages,
        int maxUnsettledMegabytes,
        AllowedTargets allowedTargets) {
    public static final WebSetting MAX_CONNECTIONS = new WebSetting("reprise.web.maxConnections", 1, 1_000_000, 10_000);
    public static final WebSetting MAX_CONSUMERS = new WebSetting("reprise.web.maxConsumers", 1, 100_000, 1_000);
    public static final WebSetting MAX_CONSUMERS_PER_USER =
            new WebSetting("reprise.web.maxConsumersPerUser", 1, 100_000, 100);
    public static final WebSetting MAX_UNSETTLED_MESSAGES =
            new WebSetting("reprise.web.maxUnsettledMessages", 1, 100_000, 1_000);
    public static final WebSetting MAX_UNSETTLED_MEGABYTES =
            new WebSetting("reprise.web.maxUnsettledMegabytes", 1, 1_000, 50);

    /** Every setting that is a number. */
    public static final List<WebSetting> ALL = List.of(
            MAX_CONNECTIONS, MAX_CONSUMERS, MAX_CONSUMERS_PER_USER, MAX_UNSETTLED_MESSAGES, MAX_UNSETTLED_MEGABYTES);

    public static final WebSettings DEFAULTS = read(Map.of());

    private static final String PREFIX = "reprise.web.";

    /**
     * Reads those properties whose names begin with {@code reprise.web.}.
     *
     * @param properties e.g. the system's
     * @throws BrokerException INVALID_PARAMETER if a value is out of range, or a name is none
     */
    public static WebSettings read(Map<?, ?> properties) {
        Map<String, String> ours = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (String.valueOf(name).startsWith(PREFIX)) {
                ours.put(String.valueOf(name), String.valueOf(value));
            }
        });
        WebSettings read = new WebSettings(
                MAX_CONNECTIONS.take(ours),
                MAX_CONSUMERS.take(ours),
                MAX_CONSUMERS_PER_USER.take(ours),
                MAX_UNSETTLED_MESSAGES.take(ours),
                MAX_UNSETTLED_MEGABYTES.take(ours),
                AllowedTargets.parse(ours.getOrDefault(AllowedTargets.NAME, "")));
        ours.remove(AllowedTargets.NAME);
        if (!ours.isEmpty()) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "settings of HTTP",
                    ours.keySet(),
                    ALL.stream().map(WebSetting::name).collect(Collectors.joining(", ")) + ", " + AllowedTargets.NAME);
        }
        return read;
    }

    /** The same with another number of live connections. */
    public WebSettings withMaxConnections(int connections) {
        return new WebSettings(
                connections,
                maxConsumers,
                maxConsumersPerUser,
                maxUnsettledMessages,
                maxUnsettledMegabytes,
                allowedTargets);
    }
}
