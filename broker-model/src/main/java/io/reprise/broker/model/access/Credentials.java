package io.reprise.broker.model.access;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Where those who come with a user name and a password are told from those who may not, shared by what works with one broker ({@link
 * io.reprise.broker.model.vpn.Broker#shared}). The part of the application that belongs to a security domain brings the check.
 * Thread-safe.
 */
public final class Credentials {
    private volatile @Nullable CredentialCheck check;

    /** From now on this is asked. */
    public void checkedBy(CredentialCheck newCheck) {
        check = newCheck;
    }

    /**
     * Who that is.
     *
     * @param username null or empty for who gives none
     * @throws BrokerException {@code VPN_STARTING} while the server's security domain is not there yet or can't be asked, {@code
     *     UNAUTHORIZED} if the password is wrong or the user may not be a client: asking again with the same would lock the user out
     */
    public ClientIdentity login(@Nullable String username, @Nullable String password) {
        if (username == null || username.isEmpty()) {
            return ClientIdentity.DEFAULT;
        }
        CredentialCheck asked = check;
        if (asked == null) {
            throw new BrokerException(
                    ErrorCode.VPN_STARTING,
                    "user '" + username + "' can't be checked yet: broker-web.war of the broker has not started");
        }
        return asked.check(username, password == null ? "" : password)
                .orElseThrow(() -> BrokerException.refused(
                        ErrorCode.UNAUTHORIZED,
                        "connecting as user '" + username + "'",
                        "user, password or roles are wrong",
                        "a user of the security domain with role reprise-client"));
    }
}
