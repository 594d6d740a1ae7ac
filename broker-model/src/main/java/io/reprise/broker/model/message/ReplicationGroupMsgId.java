package io.reprise.broker.model.message;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message's identity on every endpoint, in the log and on replay (spec 1.2). Its text is {@code rmid1:} and 32 hex digits in groups
 * of 5, 11, 8 and 8: the origin, then the message id.
 *
 * @param origin the random origin of the VPN's sequence; all 64 bits count
 * @param msgId the position in that sequence
 */
public record ReplicationGroupMsgId(long origin, long msgId) {
    private static final String PREFIX = "rmid1:";
    private static final Pattern TEXT =
            Pattern.compile(PREFIX + "(\\p{XDigit}{5})-(\\p{XDigit}{11})-(\\p{XDigit}{8})-(\\p{XDigit}{8})");

    /**
     * Reads the text form; hex digits may be of either case.
     *
     * @throws BrokerException INVALID_PARAMETER if it is malformed
     */
    public static ReplicationGroupMsgId parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "replication group message id",
                    "'" + text + "'",
                    PREFIX + " and hex digits in groups of 5-11-8-8");
        }
        return new ReplicationGroupMsgId(
                HexFormat.fromHexDigitsToLong(matcher.group(1) + matcher.group(2)),
                HexFormat.fromHexDigitsToLong(matcher.group(3) + matcher.group(4)));
    }

    /** The text form, 41 characters, lower case. */
    public String format() {
        String hex = HexFormat.of().toHexDigits(origin) + HexFormat.of().toHexDigits(msgId);
        return PREFIX
                + hex.substring(0, 5)
                + '-'
                + hex.substring(5, 16)
                + '-'
                + hex.substring(16, 24)
                + '-'
                + hex.substring(24);
    }

    /**
     * Whether this message came after {@code other} in the VPN's order.
     *
     * @throws BrokerException INVALID_PARAMETER if the origins differ: such ids have no order
     */
    public boolean isAfter(ReplicationGroupMsgId other) {
        if (origin != other.origin) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "order of message ids", this + " and " + other, "ids of one origin");
        }
        return msgId > other.msgId;
    }

    @Override
    public String toString() {
        return format();
    }
}
