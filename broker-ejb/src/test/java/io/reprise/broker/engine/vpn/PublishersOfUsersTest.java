package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.PublisherSequenceTest.BRANCH;
import static io.reprise.broker.engine.vpn.PublisherSequenceTest.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.MessageVpn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody can have another user's messages taken for sent again [docs/adr/0021]. */
class PublishersOfUsersTest {
    private TestVpn broker = TestVpn.start();

    @BeforeEach
    void createQueue() {
        broker.createQueue("q", "q");
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private MessageVpn as(String username) {
        return new Acl(broker).as(username);
    }

    /** How many messages of the publish were stored: none if it was taken for one sent again. */
    private static long stored(CommitOutcome outcome) {
        return outcome.orThrow().messages();
    }

    private static long publish(MessageVpn vpn, String publisher, long sequence) {
        return stored(vpn.commit(WorkUnit.publishing(message(publisher, sequence))));
    }

    @Test
    void theSameIdOfAnotherUserIsAnotherPublisher() {
        assertThat(publish(as("mallory"), "sensor", 1)).isOne();
        assertThat(publish(as("mallory"), "sensor", 9_000)).isOne();

        assertThat(publish(as("alice"), "sensor", 1)).isOne();
        assertThat(publish(broker.vpn, "sensor", 1)).isOne();
        assertThat(publish(as("alice"), "sensor", 1)).isZero();
        assertThat(publish(broker.vpn, "sensor", 1)).isZero();
        assertThat(broker.spooled("q")).isEqualTo(4);
    }

    @Test
    void itIsStillTheUsersAfterARestartFromTheLogAndFromTheCheckpoint() {
        String longest = "ü".repeat(189);
        String longestId = "p".repeat(100);
        publish(as(longest), longestId, 5);

        broker = broker.restarted();
        assertThat(publish(as(longest), longestId, 5)).isZero();
        broker.duties.runAll();
        broker = broker.restarted();

        assertThat(publish(as(longest), longestId, 5)).isZero();
        assertThat(publish(as("alice"), longestId, 5)).isOne();
    }

    @Test
    void applicationsWithoutAUserAreOneUser() {
        publish(broker.vpn, "sensor", 1);

        assertThat(publish(as("default"), "sensor", 1)).isZero();
    }

    @Test
    void whatAnotherCommitsIsItsSendersAllTheSame() {
        MessageVpn alice = as("alice");
        WorkUnit unit = new WorkUnit().publish(alice.requirePublish(message("sensor", 1)));
        assertThat(stored(broker.vpn.commit(unit))).isOne();

        assertThat(publish(alice, "sensor", 1)).isZero();
        assertThat(publish(broker.vpn, "sensor", 1)).isOne();
    }

    @Test
    void aBranchOfAnothersKeepsNobodyWaiting() {
        as("mallory").prepare(BRANCH, WorkUnit.publishing(message("sensor", 1))).orThrow();

        assertThat(publish(as("alice"), "sensor", 1)).isOne();
        broker.vpn.commitPrepared(BRANCH).orThrow();
        assertThat(publish(as("mallory"), "sensor", 1)).isZero();
    }

    @Test
    void noIdIsReadAsAnothersName() {
        publish(as("a"), "bc", 1);

        assertThat(publish(as("ab"), "c", 1)).isOne();
        assertThat(publish(broker.vpn, "\0001:abc", 1)).isOne();
        assertThat(publish(broker.vpn, "1:abc", 1)).isOne();
    }
}
