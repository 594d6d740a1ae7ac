package io.reprise.broker.engine.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The newest retained message of each subject [spec 3.1]. */
class SnapshotTest {
    private static final String IBM = "/Stocks/NYSE/IBM";

    private final LiveWorld world = new LiveWorld();

    /** The table of spec 3.1, line by line: before each, everything above it is published. */
    @ParameterizedTest
    @CsvSource({"1,", "2,", "3,141", "4,141", "5,142"})
    void theNewestRetainedMessageIsTheSnapshot(int published, String snapshot) {
        String[] contents = {"140", "150", "141", "144", "142"};
        boolean[] retained = {false, false, true, false, true};

        for (int i = 0; i < published; i++) {
            world.publish(IBM, contents[i], retained[i]);
        }

        assertThat(world.snapshot(IBM)).isEqualTo(snapshot);
        LiveSubscription subscription = world.subscribe(new LiveStart.Snapshot(), IBM);
        if (snapshot == null) {
            assertThat(world.heard(subscription)).containsExactly("BEGUN");
        } else {
            assertThat(world.heard(subscription)).containsExactly("SNAPSHOT " + snapshot, "BEGUN");
        }
    }

    @ParameterizedTest
    @CsvSource({"1,", "2,", "3,141", "4,141", "5,142"})
    void theSameTableWithDirectMessages(int published, String snapshot) {
        String[] contents = {"140", "150", "141", "144", "142"};
        boolean[] retained = {false, false, true, false, true};

        for (int i = 0; i < published; i++) {
            world.direct(IBM, contents[i], retained[i]);
        }

        assertThat(world.snapshot(IBM)).isEqualTo(snapshot);
        world.side.flush();
        world.restart();
        assertThat(world.snapshot(IBM)).as("written behind").isEqualTo(snapshot);
    }

    @Test
    void oneThatIsDeletedWhileItIsMadeReadyDoesNotComeBack() {
        world.direct(IBM, "141", true);
        world.whileReadied = () -> world.side.deleteSnapshot(TopicName.of(IBM));

        world.side.flush();

        assertThat(world.snapshot(IBM)).isNull();
        world.restart();
        assertThat(world.snapshot(IBM)).isNull();
    }

    @Test
    void areListedInTheOrderOfSubjectsWhateverHappensToThem() {
        for (String subject : List.of("/p/c", "/p/a", "/p/b", "/q")) {
            world.publish(subject, "1", true);
        }
        world.publish("/p/none", "1", false);
        world.direct("/p/d", "1", true);
        world.publish("/p/a", "2", true);
        world.side.deleteSnapshot(TopicName.of("/p/b"));

        assertThat(listed("", 10)).containsExactly("/p/a", "/p/c", "/p/d", "/q");
        assertThat(listed("/p/a", 2)).containsExactly("/p/c", "/p/d");
        assertThat(world.side.snapshotView("/p/d").orElseThrow().msgId()).isZero();
        assertThat(world.side.snapshotView("/p/b")).isEmpty();
        world.side.flush();
        world.restart();
        assertThat(listed("", 10)).containsExactly("/p/a", "/p/c", "/p/d", "/q");
        assertThat(world.side.snapshotView("/p/d").orElseThrow().msgId()).isPositive();
    }

    private List<String> listed(String after, int limit) {
        return world.side.snapshots(after, limit).stream()
                .map(SnapshotView::subject)
                .toList();
    }

    @Test
    void theSnapshotHasItsOwnNumberAndTheHeadOfItsSubject() {
        world.publish(IBM, "141", true);
        world.publish(IBM, "144", false);

        LiveSubscription subscription = world.subscribe(new LiveStart.Snapshot(), IBM);
        world.publish(IBM, "145", false);

        LiveEvent.Received snapshot =
                (LiveEvent.Received) world.events(subscription).get(0);
        assertThat(snapshot.message().position().seq()).isEqualTo(1);
        assertThat(snapshot.message().head().seq()).isEqualTo(2);
    }

    @Test
    void aWildcardGivesOneSnapshotOfEachSubject() {
        world.publish("a/1", "one", true);
        world.publish("a/2", "two", true);
        world.publish("b/1", "other", true);
        world.direct("a/3", "three", true);

        LiveSubscription subscription = world.subscribe(new LiveStart.Snapshot(), "a/*", "a/1", ">");

        assertThat(world.heard(subscription))
                .containsExactlyInAnyOrder("SNAPSHOT one", "SNAPSHOT two", "SNAPSHOT three", "SNAPSHOT other", "BEGUN");
    }

    @Test
    void theExclamationMarkIsLiteral() {
        world.publish("!a", "mine", true);
        world.publish("a", "not mine", true);

        LiveSubscription subscription = world.subscribe(new LiveStart.Snapshot(), "!a");
        world.publish("!a", "live", false);
        world.publish("a", "not live", false);

        assertThat(world.heard(subscription)).containsExactly("SNAPSHOT mine", "BEGUN", "UPDATE live");
    }

    @ParameterizedTest
    @CsvSource({
        "9999,true,guaranteed",
        "10000,false,guaranteed",
        "10001,false,guaranteed",
        "9999,true,direct",
        "10000,false,direct",
        "10001,false,direct"
    })
    void isThereUntilItsTimeIsOverAndNoLonger(long afterMillis, boolean isThere, String mode) {
        world.expireSnapshotsAfter(10);
        if (mode.equals("direct")) {
            world.direct(IBM, "141", true);
        } else {
            world.publish(IBM, "141", true);
        }

        LiveSubscription unread = world.subscribe(new LiveStart.Snapshot(), IBM);
        world.clock.advance(Duration.ofMillis(afterMillis));

        assertThat(world.snapshot(IBM)).isEqualTo(isThere ? "141" : null);
        assertThat(world.heard(world.subscribe(new LiveStart.Snapshot(), IBM)))
                .isEqualTo(world.heard(unread))
                .hasSize(isThere ? 2 : 1);
    }

    @Test
    void aFreshOneRestartsItsTime() {
        world.expireSnapshotsAfter(10);
        world.publish(IBM, "141", true);
        world.clock.advance(Duration.ofSeconds(9));
        world.publish(IBM, "142", true);
        world.clock.advance(Duration.ofSeconds(9));

        assertThat(world.snapshot(IBM)).isEqualTo("142");
    }

    @Test
    void anExpiredOneIsAbsentJustAfterARestart() {
        world.expireSnapshotsAfter(10);
        world.publish(IBM, "141", true);
        world.clock.advance(Duration.ofSeconds(10));

        world.restart();

        assertThat(world.snapshot(IBM)).isNull();
    }

    @Test
    void whatTheDutyLetsGoIsForgotten() {
        world.expireSnapshotsAfter(10);
        world.publish(IBM, "141", true);
        world.direct("a", "1", true);
        world.clock.advance(Duration.ofSeconds(200));

        world.side.age();

        assertThat(world.statistics().snapshots()).isZero();
        assertThat(world.statistics().subjects()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXPIRED", "PURGED"})
    void whatTheLogTakesAwayIsGone(Removal reason) {
        world.publish(IBM, "141", true);

        world.removeSnapshot(IBM, reason);

        assertThat(world.snapshot(IBM)).isNull();
    }

    @Test
    void aReplacedOneThatTheLogTakesAwayLateLeavesTheNewerOne() {
        world.publish(IBM, "141", true);
        world.direct(IBM, "142", true);

        world.removeSnapshot(IBM, Removal.EXPIRED);

        assertThat(world.snapshot(IBM)).isEqualTo("142");
    }

    @Test
    void isDeletedOnDiskAndInMemory() {
        world.publish("disk", "1", true);
        world.direct("memory", "2", true);
        world.publish("both", "3", true);
        world.direct("both", "4", true);

        for (String topic : new String[] {"disk", "memory", "both"}) {
            assertThat(world.side.deleteSnapshot(TopicName.of(topic))).as(topic).isTrue();
            assertThat(world.snapshot(topic)).as(topic).isNull();
            assertThat(world.side.deleteSnapshot(TopicName.of(topic))).as(topic).isFalse();
        }

        world.side.flush();
        world.restart();
        assertThat(world.snapshot("both")).isNull();
        assertThat(world.snapshot("memory")).isNull();
    }

    @Test
    void anEmptyBodyDoesNotDelete() {
        world.publish(IBM, "141", true);
        world.publish(IBM, "", true);

        assertThat(world.snapshot(IBM)).isEmpty();
    }

    @Test
    void contentPastTheBoundsIsReadOnDemand() {
        world.set(VpnAttributes.MAX_SNAPSHOTS, 2L);
        for (int i = 0; i < 10; i++) {
            world.publish("s/" + i, "value " + i, true);
        }

        assertThat(world.snapshot("s/9")).isEqualTo("value 9");
        assertThat(world.statistics().snapshotBytes()).isEqualTo(2 * ("value 9".length() + "s/9".length()));
        assertThat(world.heard(world.subscribe(new LiveStart.Snapshot(), "s/>")))
                .hasSize(11);

        world.set(VpnAttributes.MAX_SNAPSHOT_BYTES, 0L);
        world.side.age();
        assertThat(world.statistics().snapshotBytes()).isZero();
        assertThat(world.snapshot("s/9")).isEqualTo("value 9");
    }

    @Test
    void aDirectOneStaysInMemoryUntilItIsOnDisk() {
        world.set(VpnAttributes.MAX_SNAPSHOTS, 0L);
        world.direct(IBM, "141", true);
        assertThat(world.snapshot(IBM)).isEqualTo("141");
        assertThat(world.statistics().snapshotBytes()).isPositive();

        world.side.flush();

        assertThat(world.snapshot(IBM)).isEqualTo("141");
        assertThat(world.statistics().snapshotBytes()).isZero();
    }

    @Test
    void onlyTheNewestDirectOneIsWrittenAndOneLotAtATime() {
        world.heldStores = new ArrayList<>();
        world.direct(IBM, "1", true);
        world.direct(IBM, "2", true);
        world.side.flush();
        world.direct(IBM, "3", true);
        world.side.flush();
        assertThat(world.heldStores).hasSize(1);

        world.releaseStores();
        world.executor.runAll();
        assertThat(world.state.lastMsgId()).as("written so far").isEqualTo(1);
        world.side.flush();
        world.restart();
        assertThat(world.snapshot(IBM)).isEqualTo("3");
    }

    /** Its content is no longer needed in memory once it is on disk; that of the newer one is. */
    @Test
    void oneThatIsOnDiskAtLastDoesNotStandForTheNewerOne() {
        world.set(VpnAttributes.MAX_SNAPSHOTS, 0L);
        world.heldStores = new ArrayList<>();
        world.direct(IBM, "1", true);
        world.side.flush();
        world.direct(IBM, "2", true);
        world.releaseStores();

        assertThat(world.snapshot(IBM)).isEqualTo("2");
    }

    @Test
    void oneThatIsDeletedWhileItIsWrittenIsGone() {
        world.heldStores = new ArrayList<>();
        world.direct(IBM, "1", true);
        world.side.flush();
        world.releaseStores();
        assertThat(world.side.deleteSnapshot(TopicName.of(IBM))).isTrue();
        world.executor.runAll();

        assertThat(world.snapshot(IBM)).isNull();
        world.restart();
        assertThat(world.snapshot(IBM)).isNull();
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenLater() {
        world.refusesToStore = true;
        world.direct(IBM, "1", true);
        world.side.flush();
        world.refusesToStore = false;
        world.side.flush();
        world.restart();

        assertThat(world.snapshot(IBM)).isEqualTo("1");
    }

    @Test
    void aDirectOneNeverReplacesANewerGuaranteedOneOnDisk() {
        world.direct(IBM, "direct", true);
        world.publish(IBM, "guaranteed", true);
        world.side.flush();

        assertThat(world.snapshot(IBM)).isEqualTo("guaranteed");
        world.restart();
        assertThat(world.snapshot(IBM)).isEqualTo("guaranteed");
    }

    /** Its content is read when it is polled; the newer one is on its way. */
    @Test
    void oneThatIsReplacedAndReclaimedBeforeItIsReadIsSkipped() {
        world.set(VpnAttributes.MAX_SNAPSHOTS, 0L);
        world.set(VpnAttributes.CACHE_EXPIRE_TIME, 0L);
        world.publish(IBM, "141", true);
        LiveSubscription subscription = world.subscribe(new LiveStart.Snapshot(), IBM);
        world.publish(IBM, "142", true);
        world.executor.runAll();
        world.reclaim();

        assertThat(world.heard(subscription)).containsExactly("BEGUN", "UPDATE 142");
    }

    @Test
    void isThereWithItsContentAfterARestart() {
        world.publish(IBM, "141", true);
        world.clock.advance(Duration.ofHours(1));

        world.restart();

        assertThat(world.snapshot(IBM)).isEqualTo("141");
        assertThat(world.heard(world.subscribe(new LiveStart.Snapshot(), ">")))
                .containsExactly("SNAPSHOT 141", "BEGUN");
    }
}
