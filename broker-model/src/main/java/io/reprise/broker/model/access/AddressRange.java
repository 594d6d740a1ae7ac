package io.reprise.broker.model.access;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The addresses that begin with the same bits, as {@code 10.1.0.0/16} or {@code fd00::/8} writes them; one address alone without the
 * length. Never asks a name server. Immutable.
 *
 * @param text as given
 */
public record AddressRange(String text, byte[] start, int prefixBits) {
    /** @throws BrokerException {@code INVALID_PARAMETER} if it is none */
    public static AddressRange of(String text) {
        int slash = text.indexOf('/');
        byte[] start = bytes(slash < 0 ? text : text.substring(0, slash), text);
        int most = start.length * 8;
        return new AddressRange(text, start, slash < 0 ? most : length(text, text.substring(slash + 1), most));
    }

    private static byte[] bytes(String address, String text) {
        // Digits, colons and dots alone: a host's name would be looked up.
        if (!address.matches("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")) {
            throw refused(text);
        }
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException notAnAddress) {
            throw refused(text);
        }
    }

    private static int length(String text, String digits, int most) {
        if (!digits.matches("[0-9]{1,3}") || Integer.parseInt(digits) > most) {
            throw refused(text);
        }
        return Integer.parseInt(digits);
    }

    private static BrokerException refused(String text) {
        return BrokerException.refused(
                ErrorCode.INVALID_PARAMETER,
                "address range",
                "'" + text + "'",
                "an IPv4 or IPv6 address, or one and the length of its prefix, as 10.1.0.0/16");
    }

    /** Whether an address lies in it, through whatever interface it was reached ({@code fe80::1%eth0}); one that is none does not. */
    public boolean contains(String address) {
        byte[] given;
        int scope = address.indexOf('%');
        try {
            given = bytes(scope < 0 ? address : address.substring(0, scope), address);
        } catch (BrokerException none) {
            return false;
        }
        return given.length == start.length && samePrefix(given);
    }

    private boolean samePrefix(byte[] given) {
        for (int bit = 0; bit < prefixBits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((given[bit / 8] & mask) != (start[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressRange that && prefixBits == that.prefixBits && Arrays.equals(start, that.start);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(start) + prefixBits;
    }
}
