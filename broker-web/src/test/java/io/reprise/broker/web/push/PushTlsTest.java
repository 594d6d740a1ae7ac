package io.reprise.broker.web.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets that are https: to whom messages are given, and to whom not a byte (spec 5.2). */
class PushTlsTest extends PushStage {
    private static final String STORE = "javax.net.ssl.trustStore";
    private static final String PASSWORD = "javax.net.ssl.trustStorePassword";

    @TempDir
    private static Path folder;

    private static Certificates certificates;

    @BeforeAll
    static void makeCertificates() {
        certificates = new Certificates(folder);
        certificates.issue("named", "dns:hooks.example");
        certificates.issue("addressed", "ip:127.0.0.1");
        certificates.issue("over", "dns:hooks.example", "-startdate", "-10d", "-validity", "5");
        certificates.makeStranger("stranger", "dns:hooks.example,ip:127.0.0.1");
        System.setProperty(STORE, certificates.trusted().toString());
        System.setProperty(PASSWORD, certificates.password());
    }

    @AfterAll
    static void trustAsBefore() {
        System.clearProperty(STORE);
        System.clearProperty(PASSWORD);
    }

    @ParameterizedTest
    @CsvSource({"named, hooks.example", "addressed, 127.0.0.1"})
    void postsToATargetWhoseCertificateIsOfItsNameAndTrusted(String certificate, String host) {
        try (WebHook target = new WebHook(certificates.server(certificate))) {
            queue.put(text("an order"));
            queue.put(text("another"));
            configure(target.port(), Map.of("remoteHost", host, "tlsEnabled", true));

            start("127.0.0.1", PushTlsTest::resolved);

            eventually(() -> settled().size() == 2);
            assertThat(settled()).containsExactly("accepted 1", "accepted 2");
            assertThat(target.requests().get(0).header("Host")).startsWith(host + ":");
            assertThat(figures(CONSUMER).failedMsgs() + figures(CONSUMER).unreachedMsgs())
                    .isZero();
        }
    }

    private static InetAddress[] resolved(String host) throws UnknownHostException {
        return new InetAddress[] {InetAddress.getByName("127.0.0.1")};
    }

    @ParameterizedTest
    @CsvSource({
        "stranger,  hooks.example", // an authority that is not trusted
        "named,     other.example", // another's name
        "named,     hooks.example.com",
        "named,     sub.hooks.example",
        "named,     127.0.0.1",
        "addressed, hooks.example",
        "over,      hooks.example", // its time is over
    })
    void givesNotAByteToATargetWhoseCertificateIsNot(String certificate, String host) {
        try (WebHook target = new WebHook(certificates.server(certificate))) {
            queue.put(text("an order"));
            configure(target.port(), Map.of("remoteHost", host, "tlsEnabled", true));

            start("127.0.0.1", PushTlsTest::resolved);

            eventually(() -> figures(CONSUMER).unreachedMsgs() >= 2);
            assertThat(target.requests()).isEmpty();
            assertThat(settled()).as("uncounted").containsOnly("returned 1");
            assertThat(figures(CONSUMER).failedMsgs()).isZero();
            assertThat(figures(CONSUMER).lastFailureReason()).startsWith("no connection: ");
            assertThat(alarmHolds()).isTrue();
        }
    }

    @Test
    void doesNotFallBackToPlainHttp() {
        queue.put(text("an order"));
        configure(hook.port(), Map.of("tlsEnabled", true, "maxPostWaitTime", 1L));

        start("127.0.0.1");

        eventually(() -> figures(CONSUMER).unreachedMsgs() >= 2);
        assertThat(hook.requests()).isEmpty();
        assertThat(settled()).containsOnly("returned 1");
    }

    @Test
    void isPlainHttpToATargetThatIsHttpsAFailedAttempt() {
        try (WebHook target = new WebHook(certificates.server("addressed"))) {
            queue.put(text("an order"));
            configure(target.port(), Map.of());

            start("127.0.0.1");

            eventually(() -> queue.events().contains("failed 1"));
            assertThat(target.requests()).isEmpty();
        }
    }
}
