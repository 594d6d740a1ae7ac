package io.reprise.broker.web;

import io.reprise.broker.web.security.Roles;
import io.undertow.security.idm.Account;
import io.undertow.security.idm.Credential;
import io.undertow.security.idm.IdentityManager;
import io.undertow.security.idm.PasswordCredential;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One user for each role, called like it, whose password is {@code secret}; {@code browser}, a monitor who sees payloads; and {@code
 * guest}, who has another application's role.
 */
final class RoleUsers implements IdentityManager {
    static final String PASSWORD = "secret";
    private static final Map<String, Set<String>> ROLES = Map.of(
            "admin", Set.of(Roles.ADMIN),
            "operator", Set.of(Roles.OPERATOR),
            "monitor", Set.of(Roles.MONITOR),
            "browser", Set.of(Roles.MONITOR, Roles.BROWSE),
            "browse", Set.of(Roles.BROWSE),
            "client", Set.of(Roles.CLIENT),
            "guest", Set.of("guest"));

    private record User(String name) implements Account {
        @Override
        public Principal getPrincipal() {
            return () -> name;
        }

        @Override
        public Set<String> getRoles() {
            return ROLES.getOrDefault(name, Set.of());
        }
    }

    @Override
    public Account verify(Account account) {
        return account;
    }

    @Override
    public @Nullable Account verify(String id, Credential credential) {
        boolean right = credential instanceof PasswordCredential password
                && PASSWORD.equals(String.valueOf(password.getPassword()));
        return right && ROLES.containsKey(id) ? new User(id) : null;
    }

    @Override
    public @Nullable Account verify(Credential credential) {
        return null;
    }
}
