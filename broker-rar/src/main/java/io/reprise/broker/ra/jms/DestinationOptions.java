package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.ra.live.LiveWish;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.jms.JmsDestination;

/**
 * A destination's name and the options that follow it as {@code ?name=value&name=value}, percent-encoded where need be [spec 4.2]. No
 * queue's name has a {@code ?}; a topic's may, so that there options are what follows its last one only if one of them has a name that
 * options have, or begins with {@code replay}. Options are a consumer's: who sends or browses is refused. Immutable.
 *
 * @param name without options
 * @param replay what is to be replayed first
 * @param live what is wanted as a live subscriber, if it is to be one
 */
record DestinationOptions(String name, Optional<ReplayWish> replay, Optional<LiveWish> live) {
    private static final String REPLAY_OPTIONS = ReplayWish.FROM + " with " + ReplayWish.ID;
    private static final String ALLOWED = REPLAY_OPTIONS + "; " + String.join(", ", LiveOptions.NAMES);

    /**
     * Reads them.
     *
     * @throws BrokerException INVALID_PARAMETER naming the destination, and the option that is unknown, repeated, malformed or missing
     */
    static DestinationOptions of(JmsDestination destination) {
        String address = destination.getAddress();
        int mark = mark(destination);
        if (mark < 0) {
            return new DestinationOptions(address, Optional.empty(), Optional.empty());
        }
        Map<String, String> given = given(destination, address.substring(mark + 1));
        return new DestinationOptions(
                address.substring(0, mark),
                replay(destination, given),
                LiveOptions.read(given, (actual, allowed) -> refused(destination, actual, allowed)));
    }

    /**
     * Refuses options where they would be ignored.
     *
     * @param code why
     * @param use what the destination is for, for people
     * @throws BrokerException with that code, if it has any
     */
    static void refuse(JmsDestination destination, ErrorCode code, String use) {
        int mark = mark(destination);
        if (mark >= 0) {
            throw BrokerException.refused(
                    code, use + " " + destination, destination.getAddress().substring(mark), "without options");
        }
    }

    private static int mark(JmsDestination destination) {
        return mark(destination.isQueue(), destination.getAddress());
    }

    /** Where the options begin; negative if there are none. */
    static int mark(boolean queue, String address) {
        if (queue) {
            return address.indexOf('?');
        }
        int mark = address.lastIndexOf('?');
        boolean any = mark >= 0
                && Arrays.stream(address.substring(mark + 1).split("&", -1))
                        .anyMatch(DestinationOptions::looksLikeAnOption);
        return any ? mark : -1;
    }

    private static boolean looksLikeAnOption(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        return name.toLowerCase(Locale.ROOT).startsWith("replay")
                || LiveOptions.NAMES.stream().anyMatch(name::equalsIgnoreCase);
    }

    private static Map<String, String> given(JmsDestination destination, String options) {
        Map<String, String> result = new LinkedHashMap<>();
        for (String option : options.split("&", -1)) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            boolean known =
                    name.equals(ReplayWish.FROM) || name.equals(ReplayWish.ID) || LiveOptions.NAMES.contains(name);
            if (!known) {
                throw refused(destination, "unknown option '" + name + "'", ALLOWED);
            }
            String value = equals < 0 ? "" : decoded(destination, option.substring(equals + 1));
            if (result.put(name, value) != null) {
                throw refused(destination, name + " is given twice", "once");
            }
        }
        return result;
    }

    /** A plus is a plus: it stands in times. */
    private static String decoded(JmsDestination destination, String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw refused(destination, "'" + value + "'", "percent-encoded text");
        }
    }

    private static Optional<ReplayWish> replay(JmsDestination destination, Map<String, String> given) {
        String from = given.get(ReplayWish.FROM);
        String id = given.get(ReplayWish.ID);
        if (from == null && id == null) {
            return Optional.empty();
        }
        if (from == null || id == null) {
            throw refused(
                    destination, (from == null ? ReplayWish.FROM : ReplayWish.ID) + " is missing", REPLAY_OPTIONS);
        }
        try {
            return Optional.of(ReplayWish.of(from, id));
        } catch (BrokerException malformed) {
            throw new BrokerException(
                    malformed.code(),
                    "options of " + destination.getAddress() + ": " + malformed.getMessage(),
                    malformed);
        }
    }

    private static BrokerException refused(JmsDestination destination, String actual, String allowed) {
        return BrokerException.refused(
                ErrorCode.INVALID_PARAMETER, "options of " + destination.getAddress(), actual, allowed);
    }
}
