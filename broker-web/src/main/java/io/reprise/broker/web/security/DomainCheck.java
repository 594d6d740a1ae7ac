package io.reprise.broker.web.security;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.CredentialCheck;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.Optional;
import org.wildfly.security.auth.server.RealmUnavailableException;
import org.wildfly.security.auth.server.SecurityDomain;
import org.wildfly.security.auth.server.SecurityIdentity;
import org.wildfly.security.evidence.PasswordGuessEvidence;

/** Asks a security domain. Who calls stays who he is. Any thread. */
record DomainCheck(SecurityDomain domain) implements CredentialCheck {
    private static final System.Logger LOG = System.getLogger(DomainCheck.class.getName());

    @Override
    public Optional<ClientIdentity> check(String username, String password) {
        PasswordGuessEvidence evidence = new PasswordGuessEvidence(password.toCharArray());
        try {
            SecurityIdentity identity = domain.authenticate(username, evidence);
            boolean administrator = identity.getRoles().contains(Roles.ADMIN);
            return administrator || identity.getRoles().contains(Roles.CLIENT)
                    ? Optional.of(new ClientIdentity(
                            identity.getPrincipal().getName(), ClientIdentity.IN_SERVER, administrator))
                    : Optional.empty();
        } catch (SecurityException refused) {
            LOG.log(System.Logger.Level.DEBUG, "user '" + username + "' is not let in", refused);
            return Optional.empty();
        } catch (RealmUnavailableException | RuntimeException fault) {
            // Realms over LDAP and JDBC throw what their drivers do. Nobody's password is wrong by that.
            throw new BrokerException(
                    ErrorCode.VPN_STARTING,
                    "user '" + username + "' can't be checked now: the server's security realm says " + fault,
                    fault);
        } finally {
            evidence.destroy();
        }
    }
}
