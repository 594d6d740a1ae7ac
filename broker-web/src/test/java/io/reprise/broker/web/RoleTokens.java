package io.reprise.broker.web;

import io.undertow.security.api.AuthenticationMechanism;
import io.undertow.security.api.SecurityContext;
import io.undertow.security.idm.Account;
import io.undertow.security.idm.PasswordCredential;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;

/** Takes {@code Authorization: Bearer token-of-<user>}, as a server does whose security domain takes tokens. */
final class RoleTokens implements AuthenticationMechanism {
    static final String NAME = "TEST_TOKEN";

    private static final String PREFIX = "Bearer token-of-";

    @Override
    public AuthenticationMechanismOutcome authenticate(HttpServerExchange exchange, SecurityContext context) {
        String given = exchange.getRequestHeaders().getFirst(Headers.AUTHORIZATION);
        if (given == null || !given.startsWith(PREFIX)) {
            return AuthenticationMechanismOutcome.NOT_ATTEMPTED;
        }
        Account account = new RoleUsers()
                .verify(given.substring(PREFIX.length()), new PasswordCredential(RoleUsers.PASSWORD.toCharArray()));
        if (account == null) {
            return AuthenticationMechanismOutcome.NOT_AUTHENTICATED;
        }
        context.authenticationComplete(account, NAME, false);
        return AuthenticationMechanismOutcome.AUTHENTICATED;
    }

    @Override
    public ChallengeResult sendChallenge(HttpServerExchange exchange, SecurityContext context) {
        return new ChallengeResult(false);
    }
}
