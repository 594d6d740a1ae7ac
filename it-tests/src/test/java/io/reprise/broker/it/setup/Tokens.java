package io.reprise.broker.it.setup;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;

/** Makes JSON Web Tokens, as a server for logins does. */
final class Tokens {
    static final String ISSUER = "https://login.example.com";
    static final String AUDIENCE = "reprise";

    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair keys;

    private Tokens(KeyPair keys) {
        this.keys = keys;
    }

    static Tokens withNewKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return new Tokens(generator.generateKeyPair());
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** In one line, as reprise.properties wants it. */
    String publicKey() {
        return "-----BEGIN PUBLIC KEY-----"
                + Base64.getEncoder().encodeToString(keys.getPublic().getEncoded()) + "-----END PUBLIC KEY-----";
    }

    /** Good for an hour. */
    String token(String user, String role) throws GeneralSecurityException {
        long end = Instant.now().plusSeconds(3_600).getEpochSecond();
        String content = part("{\"alg\":\"RS256\",\"typ\":\"JWT\"}") + "."
                + part("{\"iss\":\"%s\",\"aud\":\"%s\",\"sub\":\"%s\",\"roles\":[\"%s\"],\"exp\":%d}"
                        .formatted(ISSUER, AUDIENCE, user, role, end));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update(content.getBytes(StandardCharsets.US_ASCII));
        return content + "." + URL.encodeToString(signature.sign());
    }

    private static String part(String json) {
        return URL.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
