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

/** One user for each role, called like it, whose password is {@code secret}; and {@code guest}, who has another application's. */
final class RoleUsers implements IdentityManager {
    static final String PASSWORD = "secret";
    private static final Map<String, String> ROLES = Map.of(
            "admin", Roles.ADMIN,
            "operator", Roles.OPERATOR,
            "monitor", Roles.MONITOR,
            "client", Roles.CLIENT,
            "guest", "guest");

    private record User(String name) implements Account {
        @Override
        public Principal getPrincipal() {
            return () -> name;
        }

        @Override
        public Set<String> getRoles() {
            return Set.of(ROLES.getOrDefault(name, "none"));
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
