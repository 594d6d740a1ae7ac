package io.reprise.broker.web.settings;

import io.reprise.broker.model.access.AddressRange;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * To which targets messages may be pushed, as an operator of the server says (spec 5.2). What is asked is the address that is connected to,
 * so that no name can point elsewhere afterwards. Immutable.
 */
public final class AllowedTargets {
    /** The system property. */
    public static final String NAME = "reprise.web.push.allowedTargets";

    /** Nothing. */
    public static final AllowedTargets NONE = new AllowedTargets(List.of());

    private static final String ALLOWED =
            "hosts, addresses or ranges of addresses, each with a port or a range of ports if need be, separated by commas: "
                    + "hooks.example.com:443, 10.1.0.0/16, [fd00::/8]:8000-8999";
    private static final Pattern ENTRY =
            Pattern.compile("(\\[[^\\[\\]]+]|[^:\\[\\]]+)(?::(\\d{1,5})(?:-(\\d{1,5}))?)?");
    private static final Pattern NAME_FORM = Pattern.compile("[a-z0-9_.-]*[a-z_][a-z0-9_.-]*");

    private final List<Entry> entries;

    private AllowedTargets(List<Entry> entries) {
        this.entries = entries;
    }

    /**
     * One that is allowed.
     *
     * @param range of addresses; null if it is a name
     * @param host the name in lower case, or the range as given
     */
    private record Entry(@Nullable AddressRange range, String host, int firstPort, int lastPort) {
        boolean allows(String name, InetAddress address, int port) {
            if (port < firstPort || port > lastPort) {
                return false;
            }
            return range == null
                    ? host.equals(name.toLowerCase(Locale.ROOT)) && !isNear(address)
                    : range.contains(address.getHostAddress().replaceFirst("%.*", "")) && isMeant(range, address);
        }
    }

    /** The server itself and what only its own network segment has: never by a name, whoever answers for that. */
    private static boolean isNear(InetAddress address) {
        return address.isLoopbackAddress() || address.isLinkLocalAddress();
    }

    /** Near addresses are allowed by a range of near ones alone: 0.0.0.0/0 does not mean the server itself. */
    private static boolean isMeant(AddressRange range, InetAddress address) {
        InetAddress start = address(range);
        return (!address.isLoopbackAddress() || start.isLoopbackAddress())
                && (!address.isLinkLocalAddress() || start.isLinkLocalAddress());
    }

    private static InetAddress address(AddressRange range) {
        try {
            return InetAddress.getByAddress(range.start());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(range.text(), impossible);
        }
    }

    /**
     * Reads the property's value.
     *
     * @throws BrokerException INVALID_PARAMETER if it is none
     */
    public static AllowedTargets parse(String text) {
        return new AllowedTargets(Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .map(AllowedTargets::entry)
                .toList());
    }

    private static Entry entry(String text) {
        Matcher entry = ENTRY.matcher(text);
        if (!entry.matches()) {
            throw refused(text);
        }
        String host = entry.group(1).replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        int first = entry.group(2) == null ? 1 : Integer.parseInt(entry.group(2));
        int last = entry.group(3) != null ? Integer.parseInt(entry.group(3)) : entry.group(2) == null ? 65_535 : first;
        if (first < 1 || last > 65_535 || first > last) {
            throw refused(text);
        }
        return new Entry(NAME_FORM.matcher(host).matches() ? null : range(host, text), host, first, last);
    }

    private static AddressRange range(String host, String text) {
        try {
            return AddressRange.of(host);
        } catch (BrokerException none) {
            throw refused(text);
        }
    }

    private static BrokerException refused(String text) {
        return BrokerException.refused(ErrorCode.INVALID_PARAMETER, NAME, "'" + text + "'", ALLOWED);
    }

    /**
     * Whether messages may be pushed there.
     *
     * @param host as the target is configured
     * @param address to which that leads now
     */
    public boolean allows(String host, InetAddress address, int port) {
        return !address.isAnyLocalAddress()
                && !address.isMulticastAddress()
                && entries.stream().anyMatch(entry -> entry.allows(host, address, port));
    }
}
