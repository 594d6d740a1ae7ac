package io.reprise.broker.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [LOG.md L10] A start refuses while the owner lives, and waits for one that is going. */
@Timeout(60)
class L10LiveOwnerTest {
    private static Database patient;

    private final String vpn = TestDatabase.newVpn();

    @BeforeAll
    static void connect() {
        patient = TestDatabase.connect(
                MariaDbServer.shared().port(),
                DatabaseOptions.defaults()
                        .withOwnerSilence(Duration.ofSeconds(1))
                        .withLiveOwnerWait(Duration.ofSeconds(5)));
    }

    @AfterAll
    static void disconnect() {
        patient.close();
    }

    @Test
    void refusesWhileAnOwnerLivesAndNamesIt() {
        try (VpnStore owner = TestDatabase.shared().openVpn(vpn, "host-a:8080")) {
            assertThatThrownBy(() -> TestDatabase.shared().openVpn(vpn, "host-b"))
                    .isInstanceOfSatisfying(
                            BrokerException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LIVE_OWNER_EXISTS))
                    .hasMessageContaining(vpn)
                    .hasMessageContaining("host-a:8080")
                    .hasMessageContaining(LocalDate.now(ZoneOffset.UTC).toString());
            assertThat(owner.verifyOwnership()).isTrue();
            TestDatabase.appendSome(owner, owner.openingCommitNo() + 1, 1);
        }
    }

    @Test
    void opensAtOnceWhenTheOwnerHasClosed() {
        TestDatabase.shared().openVpn(vpn, "first").close();

        try (VpnStore second = TestDatabase.shared().openVpn(vpn, "second")) {
            assertThat(second.epoch()).isEqualTo(2);
        }
    }

    /** A duty that looks once more while the VPN stops: the lock would be nobody's to give up. */
    @Test
    void holdsNothingAgainOnceItHasClosed() {
        VpnStore first = TestDatabase.shared().openVpn(vpn, "first");
        first.close();

        first.verifyOwnership();

        try (VpnStore second = TestDatabase.shared().openVpn(vpn, "second")) {
            assertThat(second.epoch()).isEqualTo(2);
        }
    }

    @Test
    void waitsForAnOwnerThatIsGoing() {
        VpnStore going = patient.openVpn(vpn, "going");
        CompletableFuture<VpnStore> coming = CompletableFuture.supplyAsync(() -> patient.openVpn(vpn, "coming"));

        going.close();

        try (VpnStore next = coming.join()) {
            assertThat(next.verifyOwnership()).isTrue();
        }
    }

    @Test
    void takesOverFromAnOwnerThatGivesNoSignOfLife() {
        try (VpnStore silent = patient.openVpn(vpn, "silent");
                VpnStore next = patient.openVpn(vpn, "next")) {
            assertThat(silent.verifyOwnership()).isFalse();
            assertThat(next.verifyOwnership()).isTrue();
        }
    }

    @Test
    void showsItsLifeAgainAfterItsConnectionWasLost() {
        try (VpnStore owner = TestDatabase.shared().openVpn(vpn, "owner")) {
            TestDatabase.loseLivenessLock(vpn);

            assertThat(owner.verifyOwnership()).isTrue();

            assertThatThrownBy(() -> TestDatabase.shared().openVpn(vpn, "other"))
                    .isInstanceOf(BrokerException.class);
        }
    }
}
