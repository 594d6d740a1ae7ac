package io.reprise.broker.web.push;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Certificates made by Java's own tool, and a store of whom to trust. One thread. */
final class Certificates {
    private static final String PASSWORD = "changeit";

    private static final String AUTHORITY = "authority";

    private final Path keys;
    private final Path trusted;

    /** With an authority, which {@link #trusted} holds. */
    Certificates(Path folder) {
        keys = folder.resolve("keys.p12");
        trusted = folder.resolve("trusted.p12");
        make(AUTHORITY, "-ext", "BC=ca:true");
        Path file = folder.resolve("authority.cer");
        keytool(keys, List.of("-exportcert", "-alias", AUTHORITY, "-file", file.toString()));
        keytool(trusted, List.of("-importcert", "-noprompt", "-alias", AUTHORITY, "-file", file.toString()));
    }

    /** Who is trusted. */
    Path trusted() {
        return trusted;
    }

    String password() {
        return PASSWORD;
    }

    /**
     * A certificate of the authority.
     *
     * @param names of its host, e.g. {@code dns:hooks.example}
     * @param more options, e.g. when it ends
     */
    void issue(String alias, String names, String... more) {
        List<String> options = new ArrayList<>(List.of("-ext", "SAN=" + names, "-signer", AUTHORITY));
        options.addAll(List.of(more));
        make(alias, options.toArray(new String[0]));
    }

    /** A certificate of nobody but itself. */
    void makeStranger(String alias, String names) {
        make(alias, "-ext", "SAN=" + names);
    }

    private void make(String alias, String... more) {
        List<String> options =
                new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-dname", "CN=" + alias));
        options.addAll(List.of(more));
        keytool(keys, options);
    }

    /** For a server that shows it. */
    SSLContext server(String alias) {
        try (InputStream in = Files.newInputStream(keys)) {
            KeyStore all = KeyStore.getInstance("PKCS12");
            all.load(in, PASSWORD.toCharArray());
            KeyStore one = KeyStore.getInstance("PKCS12");
            one.load(null, null);
            one.setEntry(alias, all.getEntry(alias, protection()), protection());
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(one, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException failure) {
            throw new IllegalStateException(alias, failure);
        }
    }

    private static KeyStore.PasswordProtection protection() {
        return new KeyStore.PasswordProtection(PASSWORD.toCharArray());
    }

    private static void keytool(Path store, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(options);
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
        } catch (IOException failure) {
            throw new IllegalStateException(command.toString(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
