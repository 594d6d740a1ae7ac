package io.reprise.broker.web.security;

import java.security.Principal;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.wildfly.security.auth.SupportLevel;
import org.wildfly.security.auth.principal.NamePrincipal;
import org.wildfly.security.auth.server.RealmIdentity;
import org.wildfly.security.auth.server.RealmUnavailableException;
import org.wildfly.security.auth.server.SecurityRealm;
import org.wildfly.security.authz.AuthorizationIdentity;
import org.wildfly.security.authz.MapAttributes;
import org.wildfly.security.authz.RoleDecoder;
import org.wildfly.security.credential.Credential;
import org.wildfly.security.evidence.Evidence;
import org.wildfly.security.evidence.PasswordGuessEvidence;

/** Users in memory, as the realms of a server know them. */
final class FakeRealm implements SecurityRealm {
    private final Map<String, User> users;
    private Supplier<? extends Exception> fault = () -> null;

    /** A user with roles, some of which may be other applications'. */
    record User(String password, String... roles) {}

    FakeRealm(Map<String, User> users) {
        this.users = users;
    }

    /** From now on whoever is asked about can't be looked up. */
    void failsBy(Supplier<? extends Exception> newFault) {
        fault = newFault;
    }

    private void look() throws RealmUnavailableException {
        Exception thrown = fault.get();
        if (thrown instanceof RealmUnavailableException unavailable) {
            throw unavailable;
        }
        if (thrown instanceof RuntimeException other) {
            throw other;
        }
    }

    @Override
    public RealmIdentity getRealmIdentity(Principal principal) throws RealmUnavailableException {
        look();
        User user = users.get(principal.getName());
        return user == null ? RealmIdentity.NON_EXISTENT : new Known(principal.getName(), user);
    }

    @Override
    public SupportLevel getCredentialAcquireSupport(
            Class<? extends Credential> type, String algorithm, AlgorithmParameterSpec parameters) {
        return SupportLevel.UNSUPPORTED;
    }

    @Override
    public SupportLevel getEvidenceVerifySupport(Class<? extends Evidence> type, String algorithm) {
        return SupportLevel.SUPPORTED;
    }

    private record Known(String name, User user) implements RealmIdentity {
        @Override
        public Principal getRealmIdentityPrincipal() {
            return new NamePrincipal(name);
        }

        @Override
        public SupportLevel getCredentialAcquireSupport(
                Class<? extends Credential> type, String algorithm, AlgorithmParameterSpec parameters) {
            return SupportLevel.UNSUPPORTED;
        }

        @Override
        public <C extends Credential> @Nullable C getCredential(Class<C> type) {
            return null;
        }

        @Override
        public SupportLevel getEvidenceVerifySupport(Class<? extends Evidence> type, String algorithm) {
            return SupportLevel.SUPPORTED;
        }

        @Override
        public boolean verifyEvidence(Evidence evidence) {
            return evidence instanceof PasswordGuessEvidence guess
                    && user.password().equals(new String(guess.getGuess()));
        }

        @Override
        public boolean exists() {
            return true;
        }

        @Override
        public AuthorizationIdentity getAuthorizationIdentity() {
            MapAttributes attributes = new MapAttributes();
            attributes.addAll(RoleDecoder.KEY_ROLES, List.of(user.roles()));
            return AuthorizationIdentity.basicIdentity(attributes);
        }
    }
}
