package io.reprise.broker.it.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * A person or program known to the server's realm for applications.
 *
 * @param name of the user
 * @param password in clear
 * @param roles such as {@code reprise-admin}
 */
public record ApplicationUser(String name, String password, List<String> roles) {

    private static final String REALM = "ApplicationRealm";

    public ApplicationUser {
        roles = List.copyOf(roles);
    }

    /** One with a password made up now: 18 random bytes, in letters that need no quoting. */
    public static ApplicationUser withGeneratedPassword(String name, String... roles) {
        byte[] random = new byte[18];
        new SecureRandom().nextBytes(random);
        return new ApplicationUser(
                name, Base64.getUrlEncoder().withoutPadding().encodeToString(random), List.of(roles));
    }

    /** The line of {@code application-users.properties}: the realm's own digest, not the password. */
    public String userLine() {
        try {
            byte[] digest = MessageDigest.getInstance("MD5")
                    .digest((name + ":" + REALM + ":" + password).getBytes(StandardCharsets.UTF_8));
            return name + "=" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** The line of {@code application-roles.properties}. */
    public String rolesLine() {
        return name + "=" + String.join(",", roles);
    }
}
