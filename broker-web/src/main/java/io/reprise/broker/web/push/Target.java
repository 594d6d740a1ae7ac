package io.reprise.broker.web.push;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.PushFigures;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.push.AuthenticationScheme;
import io.reprise.broker.model.push.RestConsumerAttributes;
import io.reprise.broker.model.settings.AttributeValues;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A REST consumer that messages are posted to: whether there is room for one more, and to which address. While it can't be reached it is
 * left alone for {@code retryDelay}, and then tried with one message. One thread at a time.
 */
final class Target {
    private static final System.Logger LOG = System.getLogger(Target.class.getName());

    private final String vpn;
    private final ObjectView view;
    private final AttributeValues settings;
    private final PushServices services;
    private final PushFigures figures;
    private boolean down;
    private long leftAloneUntilMillis;
    private String lastReason = "";
    private int turns;
    private int inFlight;

    Target(String vpn, ObjectView view, PushServices services) {
        this.vpn = vpn;
        this.view = view;
        this.settings = view.values();
        this.services = services;
        this.figures = services.board().of(vpn, view.name());
    }

    PushFigures figures() {
        return figures;
    }

    boolean isUp() {
        return settings.get(RestConsumerAttributes.ENABLED) && !down;
    }

    String lastReason() {
        return lastReason;
    }

    /** How long one request may take. */
    Duration patience() {
        return Duration.ofSeconds(settings.get(RestConsumerAttributes.MAX_POST_WAIT_TIME));
    }

    void begun() {
        inFlight++;
    }

    void ended() {
        inFlight--;
    }

    /** Where to send one more message; null if it is to have none now. */
    @Nullable
    InetAddress room() {
        long connections = down ? 1 : settings.get(RestConsumerAttributes.OUTGOING_CONNECTION_COUNT);
        boolean free = settings.get(RestConsumerAttributes.ENABLED)
                && services.clock().millis() >= leftAloneUntilMillis
                && inFlight < connections;
        return free ? address() : null;
    }

    /** Looks whether it could have messages, as far as that shows without any. */
    void look() {
        if (room() != null && !down) {
            figures.up();
        }
    }

    private @Nullable InetAddress address() {
        String host = settings.get(RestConsumerAttributes.REMOTE_HOST);
        int port = Math.toIntExact(settings.get(RestConsumerAttributes.REMOTE_PORT));
        String missing = missing(host);
        if (!missing.isEmpty()) {
            unreachable(missing + " is empty");
            return null;
        }
        try {
            List<InetAddress> addresses = Arrays.asList(services.resolver().resolve(host));
            List<InetAddress> allowed = addresses.stream()
                    .filter(address -> services.allowed().allows(host, address, port))
                    .toList();
            if (!allowed.isEmpty()) {
                return allowed.get(Math.floorMod(turns, allowed.size()));
            }
            figures.refused();
            unreachable("not allowed by the server's reprise.web.push.allowedTargets: " + host + " port " + port
                    + " at "
                    + addresses.stream().map(InetAddress::getHostAddress).toList());
        } catch (UnknownHostException unknown) {
            unreachable("no address of host " + host);
        }
        return null;
    }

    private String missing(String host) {
        if (host.isEmpty()) {
            return RestConsumerAttributes.REMOTE_HOST.name();
        }
        boolean byHeader =
                settings.get(RestConsumerAttributes.AUTHENTICATION_SCHEME) == AuthenticationScheme.HTTP_HEADER;
        return byHeader && settings.get(RestConsumerAttributes.HEADER).isEmpty()
                ? RestConsumerAttributes.HEADER.name()
                : "";
    }

    /** It answered, or at least took a request. */
    void reached() {
        if (down) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0} of VPN ''{1}'' is reached again",
                    view.name().label(),
                    vpn);
        }
        down = false;
        lastReason = "";
        figures.up();
        clearAlarm();
    }

    /** It can't be reached: nothing for {@code retryDelay}, another of its addresses then. */
    void unreachable(String reason) {
        if (down && !reason.equals(lastReason)) { // the first reason is the alarm's line
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} of VPN ''{1}'': {2}",
                    view.name().label(),
                    vpn,
                    reason);
        }
        turns++;
        down = true;
        leftAloneUntilMillis = services.clock().millis()
                + Duration.ofSeconds(settings.get(RestConsumerAttributes.RETRY_DELAY))
                        .toMillis();
        figures.down(reason, services.clock().instant());
        services.alarms()
                .raise(
                        AlarmCode.REST_CONSUMER_DOWN,
                        vpn,
                        view.name().label(),
                        reason,
                        services.clock().instant());
        lastReason = reason;
    }

    /** Nothing is posted to it any more. */
    void off() {
        figures.off();
        clearAlarm();
    }

    private void clearAlarm() {
        services.alarms()
                .clear(
                        AlarmCode.REST_CONSUMER_DOWN,
                        vpn,
                        view.name().label(),
                        services.clock().instant());
    }

    /** A message as a request to it. */
    PostRequest request(InetAddress address, String path, Delivery delivery) {
        List<Map.Entry<String, String>> headers = new ArrayList<>(MessageRequest.headers(delivery));
        authenticate(headers);
        return new PostRequest(
                settings.get(RestConsumerAttributes.TLS_ENABLED),
                settings.get(RestConsumerAttributes.REMOTE_HOST),
                address,
                Math.toIntExact(settings.get(RestConsumerAttributes.REMOTE_PORT)),
                path.isEmpty() ? "/" : path,
                headers,
                MessageRequest.body(delivery.message()));
    }

    private void authenticate(List<Map.Entry<String, String>> headers) {
        switch (settings.get(RestConsumerAttributes.AUTHENTICATION_SCHEME)) {
            case NONE -> {}
            case HTTP_BASIC -> {
                String both = settings.get(RestConsumerAttributes.BASIC_USERNAME) + ":"
                        + settings.get(RestConsumerAttributes.BASIC_PASSWORD);
                String coded = Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
                headers.add(Map.entry("Authorization", "Basic " + coded));
            }
            case HTTP_HEADER ->
                headers.add(Map.entry(
                        settings.get(RestConsumerAttributes.HEADER),
                        settings.get(RestConsumerAttributes.HEADER_CONTENT)));
        }
    }
}
