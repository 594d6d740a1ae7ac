package io.reprise.broker.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.Credentials;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.wildfly.security.auth.permission.LoginPermission;
import org.wildfly.security.auth.principal.NamePrincipal;
import org.wildfly.security.auth.server.RealmUnavailableException;
import org.wildfly.security.auth.server.SecurityDomain;
import org.wildfly.security.auth.server.SecurityIdentity;
import org.wildfly.security.evidence.PasswordGuessEvidence;
import org.wildfly.security.permission.PermissionVerifier;

/** Users and passwords of beans and applications, asked of a security domain of the server's own kind (spec 5.4). */
class DomainCheckTest {
    private final FakeRealm realm = new FakeRealm(Map.of(
            "shopper", new FakeRealm.User("secret", "reprise-client", "guests"),
            "root", new FakeRealm.User("secret", "reprise-admin"),
            "watcher", new FakeRealm.User("secret", "reprise-monitor", "reprise-operator", "reprise-browse"),
            "guest", new FakeRealm.User("secret", "guests"),
            "nobody", new FakeRealm.User("secret")));
    private final SecurityDomain domain = domain(new LoginPermission());
    private final DomainCheck check = new DomainCheck(domain);

    /** Names are as an administrator may have them: whoever's begins with a digit is none, the rest is in small letters. */
    private SecurityDomain domain(LoginPermission... permitted) {
        SecurityDomain.Builder builder = SecurityDomain.builder();
        builder.addRealm("users", realm).build();
        return builder.setDefaultRealmName("users")
                .setPreRealmRewriter((String name) -> name.matches("[0-9].*") ? null : name.toLowerCase(Locale.ROOT))
                .setPermissionMapper((mappable, roles) -> permission ->
                        List.of(permitted).contains(permission) && PermissionVerifier.ALL.implies(permission))
                .build();
    }

    @Test
    void whoGivesTheRightPasswordAndIsAClientIsLetIn() {
        assertThat(check.check("shopper", "secret")).contains(ClientIdentity.inServer("shopper"));
        assertThat(check.check("root", "secret")).contains(new ClientIdentity("root", ClientIdentity.IN_SERVER, true));
    }

    @Test
    void rulesAreHeldAgainstTheNameThatTheDomainGives() {
        assertThat(check.check("SHOPPER", "secret")).contains(ClientIdentity.inServer("shopper"));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            shopper, wrong
            shopper, Secret
            shopper, ""
            shopper, "secret "
            stranger, secret
            stranger, ""
            anonymous, secret
            guest, secret
            nobody, secret
            watcher, secret
            7shopper, secret
            " ", secret
            """)
    void nobodyElseIs(String username, String password) {
        assertThat(check.check(username, password)).isEmpty();
    }

    @Test
    void whoMayNotLogInToTheServerMayNotHere() {
        assertThat(new DomainCheck(domain()).check("shopper", "secret")).isEmpty();
    }

    static Stream<Supplier<Exception>> faults() {
        return Stream.of(
                () -> new RealmUnavailableException("LDAP is away"), () -> new IllegalStateException("LDAP is away"));
    }

    /** A bean that is told of a wrong password gives up for ever. */
    @ParameterizedTest
    @MethodSource("faults")
    void aRealmThatCannotBeAskedIsNoWrongPassword(Supplier<Exception> fault) {
        realm.failsBy(fault);
        Credentials credentials = new Credentials();
        credentials.checkedBy(check);

        assertThatThrownBy(() -> credentials.login("shopper", "secret"))
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.VPN_STARTING))
                .hasMessageContaining("'shopper'")
                .hasMessageContaining("LDAP is away")
                .hasMessageNotContaining("secret");

        realm.failsBy(() -> null);
        assertThat(credentials.login("shopper", "secret").username()).isEqualTo("shopper");
    }

    @Test
    void whoCallsStaysWhoHeIs() throws Exception {
        assertThat(names()).containsExactly("anonymous", "shopper", "", "anonymous");

        SecurityIdentity caller = domain.authenticate("guest", new PasswordGuessEvidence("secret".toCharArray()));
        assertThat(caller.runAsSupplier(this::names)).containsExactly("guest", "shopper", "", "guest");
        assertThat(current()).isEqualTo("anonymous");
    }

    /** Who calls, who is let in, who is not, and who calls then. */
    private List<String> names() {
        String before = current();
        String letIn =
                check.check("shopper", "secret").map(ClientIdentity::username).orElse("");
        String refused = Optional.of("shopper")
                .flatMap(name -> check.check(name, "wrong"))
                .map(ClientIdentity::username)
                .orElse("");
        return List.of(before, letIn, refused, current());
    }

    private String current() {
        return domain.getCurrentSecurityIdentity().getPrincipal() instanceof NamePrincipal name
                ? name.getName()
                : "anonymous";
    }
}
