package io.reprise.broker.engine.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveStart.AfterMessage;
import io.reprise.broker.model.live.LiveStart.AfterPosition;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.management.VpnAttributes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a returning subscriber gets: everything it missed, or the word that it doesn't; and history [spec 3.2]. */
class RecoveryTest {
    private final LiveWorld world = new LiveWorld();

    private void publishOnA(int from, int through) {
        for (int i = from; i <= through; i++) {
            world.publish("a", "a" + i, false);
        }
    }

    private SubjectPosition onA(long seq) {
        return new SubjectPosition(requireNonNull(world.heads.get("a")).epoch(), seq);
    }

    private List<String> after(SubjectPosition position) {
        return world.heard(world.subscribe(new AfterPosition(position), "a"));
    }

    private List<String> after(long msgId, String... filters) {
        return world.heard(world.subscribe(new AfterMessage(msgId), filters));
    }

    // ---- after a position ----

    @Test
    void whatWasMissedComesFirstThenTheWordThenLive() {
        publishOnA(1, 5);

        LiveSubscription subscription = world.subscribe(new AfterPosition(onA(3)), "a");
        publishOnA(6, 6);

        assertThat(world.heard(subscription))
                .containsExactly("RECOVERED a4", "RECOVERED a5", "SYNC", "BEGUN", "UPDATE a6");
        assertThat(world.statistics().recoveriesInSync()).isEqualTo(1);
        assertThat(world.statistics().historyHits()).isEqualTo(2);
    }

    @Test
    void nothingMissedIsSyncWithoutMessages() {
        publishOnA(1, 5);
        world.publish("a", "kept", true);

        assertThat(after(onA(6))).containsExactly("SYNC", "BEGUN");
    }

    @Test
    void nothingMissedIsKnownAlsoWhenTheHistoryIsEmpty() {
        world.publish("a", "1", true);
        world.clock.advance(Duration.ofHours(1));

        assertThat(after(onA(1))).containsExactly("SYNC", "BEGUN");
        assertThat(after(onA(0))).containsExactly("SNAPSHOT 1", "RESYNC", "BEGUN");
    }

    @Test
    void fromBeforeTheFirstEverythingIsMissed() {
        publishOnA(1, 2);

        assertThat(after(onA(0))).containsExactly("RECOVERED a1", "RECOVERED a2", "SYNC", "BEGUN");
    }

    @Test
    void anotherEpochOrAPlaceThatNeverWasGivesTheSnapshot() {
        world.publish("a", "snapshot", true);
        publishOnA(2, 3);
        long epoch = onA(0).epoch();

        for (SubjectPosition position :
                List.of(new SubjectPosition(epoch + 1, 1), new SubjectPosition(epoch, 4), SubjectPosition.NONE)) {
            assertThat(after(position)).as("%s", position).containsExactly("SNAPSHOT snapshot", "RESYNC", "BEGUN");
        }
        assertThat(world.statistics().recoveriesResynced()).isEqualTo(3);
    }

    @Test
    void aSubjectThatNobodyKnowsIsNoSync() {
        assertThat(after(new SubjectPosition(1, 1))).containsExactly("RESYNC", "BEGUN");
    }

    @Test
    void oneSubjectOnlyAndNoWildcard() {
        for (String[] filters : new String[][] {{"a", "b"}, {"*"}, {"a/>"}, {"a/b*"}, {">"}}) {
            assertThatThrownBy(() -> world.subscribe(new AfterPosition(SubjectPosition.NONE), filters))
                    .isInstanceOfSatisfying(
                            BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
        }
        assertThat(after(new SubjectPosition(1, 1))).isNotEmpty();
        // A misplaced wildcard is a literal [spec 1.3].
        assertThat(world.heard(world.subscribe(new AfterPosition(SubjectPosition.NONE), "a>/*b")))
                .containsExactly("RESYNC", "BEGUN");
    }

    // ---- time and bounds ----

    @ParameterizedTest
    @CsvSource({"179999,true", "180000,false", "180001,false"})
    void isKeptUntilItsTimeIsOverAndNoLonger(long afterMillis, boolean isKept) {
        publishOnA(1, 1);
        world.publish("a", "2", true);
        world.clock.advance(Duration.ofMillis(afterMillis));

        assertThat(after(onA(0)))
                .isEqualTo(
                        isKept
                                ? List.of("RECOVERED a1", "RECOVERED 2", "SYNC", "BEGUN")
                                : List.of("SNAPSHOT 2", "RESYNC", "BEGUN"));
        assertThat(world.heard(world.subscribe(new LiveStart.History(5), "a")))
                .isEqualTo(isKept ? List.of("HISTORICAL a1", "HISTORICAL 2", "BEGUN") : List.of("SNAPSHOT 2", "BEGUN"));
        assertThat(world.side.keptFromMsgId()).isEqualTo(isKept ? 1 : Long.MAX_VALUE);
    }

    @Test
    void pastTheBoundOfASubjectItsOldestGo() {
        world.set(VpnAttributes.MAX_CACHED_MESSAGES, 3L);
        publishOnA(1, 5);

        assertThat(after(onA(2))).containsExactly("RECOVERED a3", "RECOVERED a4", "RECOVERED a5", "SYNC", "BEGUN");
        assertThat(after(onA(1))).containsExactly("RESYNC", "BEGUN");
        assertThat(world.statistics().evictedMsgs()).isEqualTo(2);
        assertThat(world.statistics().cachedMsgs()).isEqualTo(3);
    }

    @Test
    void pastTheBoundOfAllTheOldestOfTheVpnGo() {
        long each = "a".length() + "1".length() + History.OVERHEAD_BYTES;
        world.set(VpnAttributes.MAX_CACHE_BYTES, 3 * each);
        for (String topic : List.of("a", "b", "a", "b", "b")) {
            world.publish(topic, "1", false);
        }

        assertThat(world.statistics().cachedBytes()).isEqualTo(3 * each);
        assertThat(world.keptFromMsgId()).isEqualTo(3);
        assertThat(after(onA(1))).containsExactly("RECOVERED 1", "SYNC", "BEGUN");
        assertThat(after(onA(0))).containsExactly("RESYNC", "BEGUN");
        assertThat(after(2, ">")).containsExactly("RECOVERED 1", "RECOVERED 1", "RECOVERED 1", "SYNC", "BEGUN");
        assertThat(after(1, ">")).containsExactly("RESYNC", "BEGUN");
        assertThat(world.statistics().evictedMsgs()).isEqualTo(2);
    }

    @Test
    void settingsHoldAtOnceWhenTheyChange() {
        publishOnA(1, 10);
        world.set(VpnAttributes.MAX_CACHED_MESSAGES, 2L);
        assertThat(world.heard(world.subscribe(new LiveStart.History(5), "a")))
                .containsExactly("HISTORICAL a9", "HISTORICAL a10", "BEGUN");

        world.set(VpnAttributes.CACHE_EXPIRE_TIME, 0L);
        assertThat(world.heard(world.subscribe(new LiveStart.History(5), "a"))).containsExactly("BEGUN");
        assertThat(world.statistics().cachedMsgs()).isZero();
    }

    @Test
    void withoutHistoryNothingIsKeptAndNobodyIsToldThatNothingWasMissed() {
        world.set(VpnAttributes.CACHE_EXPIRE_TIME, 0L);
        publishOnA(1, 2);

        assertThat(after(1, ">")).containsExactly("RESYNC", "BEGUN");
        assertThat(after(2, ">")).containsExactly("SYNC", "BEGUN");
        assertThat(world.statistics().cachedMsgs()).isZero();
        assertThat(world.statistics().subjects()).isZero();
    }

    @Test
    void aMessageThatIsGoneBeforeItIsReadEndsTheSubscription() {
        publishOnA(1, 3);
        LiveSubscription subscription = world.subscribe(new AfterPosition(onA(0)), "a");
        world.clock.advance(Duration.ofMinutes(10));
        world.side.age();
        world.reclaim();

        assertThat(world.heard(subscription)).isEmpty();
        assertThat(subscription.isEnded()).isTrue();
        assertThat(subscription.endReason()).contains("message 1");
        assertThat(world.statistics().subscribers()).isZero();
    }

    // ---- after a message ----

    @Test
    void afterAMessageWhatCameOnAllSubjectsComesInTheOrderOfPublication() {
        world.publish("a/1", "1", false);
        world.publish("a/2", "2", false);
        world.publish("b", "3", false);
        world.publish("a/1", "4", true);
        world.direct("a/1", "5", false);

        assertThat(after(1, "a/*")).containsExactly("RECOVERED 2", "RECOVERED 4", "SYNC", "BEGUN");
        assertThat(after(1, "a/*", "b", "a/2"))
                .containsExactly("RECOVERED 2", "RECOVERED 3", "RECOVERED 4", "SYNC", "BEGUN");
        assertThat(after(4, "a/*")).containsExactly("SYNC", "BEGUN");
        assertThat(after(5, "a/*")).as("never told").containsExactly("SNAPSHOT 4", "RESYNC", "BEGUN");
    }

    @Test
    void afterAMessageAForgottenSubjectIsAHole() {
        world.publish("a", "1", true);
        world.publish("gone", "2", false);
        world.clock.advance(Duration.ofMinutes(2));
        world.publish("a", "3", false);
        world.clock.advance(Duration.ofMinutes(2));

        assertThat(after(1, ">")).containsExactly("SNAPSHOT 1", "RESYNC", "BEGUN");
        assertThat(after(2, ">")).containsExactly("RECOVERED 3", "SYNC", "BEGUN");
    }

    @Test
    void anEventSaysThroughWhichIdTheStreamIsComplete() {
        world.publish("a", "1", true);
        world.publish("other", "2", false);
        LiveSubscription subscription = world.subscribe(new LiveStart.Snapshot(), "a");
        world.publish("a", "3", false);
        world.publish("other", "4", false);
        world.direct("a", "d", false);
        List<LiveEvent> events = world.events(subscription);

        assertThat(((LiveEvent.Received) events.get(0)).covers()).isEmpty();
        assertThat(((LiveEvent.Begun) events.get(1)).covers()).isEqualTo(2);
        assertThat(((LiveEvent.Received) events.get(2)).covers()).hasValue(3);
        assertThat(((LiveEvent.Received) events.get(3)).covers()).hasValue(4);
        LiveEvent recovered =
                world.events(world.subscribe(new AfterMessage(0), ">")).get(1);
        assertThat(((LiveEvent.Received) recovered).covers()).hasValue(2);
    }

    // ---- history ----

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void historyIsTheNewestOldestFirst(int newest) {
        world.publish("a", "1", true);
        publishOnA(2, 3);

        List<String> heard = world.heard(world.subscribe(new LiveStart.History(newest), "a"));

        List<String> all = List.of("HISTORICAL 1", "HISTORICAL a2", "HISTORICAL a3", "BEGUN");
        assertThat(heard).isEqualTo(all.subList(Math.max(0, 3 - newest), 4));
    }

    @Test
    void whereNothingIsKeptTheSnapshotComesInPlaceOfHistory() {
        world.publish("a/old", "old", true);
        world.direct("a/direct", "direct", true);
        world.clock.advance(Duration.ofHours(1));
        world.publish("a/new", "snapshot", true);
        world.publish("a/new", "new", false);

        assertThat(world.heard(world.subscribe(new LiveStart.History(1), "a/>")))
                .containsExactlyInAnyOrder("SNAPSHOT old", "SNAPSHOT direct", "HISTORICAL new", "BEGUN")
                .endsWith("BEGUN");
    }

    // ---- restart ----

    @Test
    void afterARestartWhatIsYoungEnoughIsThereInTheSameEpoch() {
        publishOnA(1, 2);
        world.clock.advance(Duration.ofMinutes(2));
        publishOnA(3, 5);
        SubjectPosition third = onA(3);
        world.clock.advance(Duration.ofMinutes(2));

        world.restart();
        publishOnA(6, 6);

        assertThat(after(third)).containsExactly("RECOVERED a4", "RECOVERED a5", "RECOVERED a6", "SYNC", "BEGUN");
        assertThat(after(new SubjectPosition(third.epoch(), 1))).containsExactly("RESYNC", "BEGUN");
        assertThat(after(3, ">")).containsExactly("RECOVERED a4", "RECOVERED a5", "RECOVERED a6", "SYNC", "BEGUN");
        assertThat(after(1, ">")).containsExactly("RESYNC", "BEGUN");
    }

    @Test
    void afterARestartAHeadThatIsNotSureIsNoSync() {
        world.publish("a", "1", true);
        SubjectPosition seen = onA(1);
        world.publish("a", "2", false);
        world.clock.advance(Duration.ofHours(1));
        world.side.age();
        world.reclaim();

        world.restart();

        assertThat(after(seen)).containsExactly("SNAPSHOT 1", "RESYNC", "BEGUN");
        world.publish("a", "3", false);
        assertThat(after(seen)).containsExactly("SNAPSHOT 1", "RESYNC", "BEGUN");
        assertThat(after(onA(0))).containsExactly("RECOVERED 3", "SYNC", "BEGUN");
    }

    /** It was written when nobody wanted it: who returned from before it would for ever be told to come again. */
    @Test
    void whatHasNoContentIsNotKept() {
        publishOnA(1, 2);
        MessageSlot first = requireNonNull(world.slots.get(1L));
        world.side = world.side(world.executor, Inbox.Bounds.USUAL);
        world.side.recovered(first.withBody(BodyLocation.NOWHERE), false, true);
        world.side.recovered(requireNonNull(world.slots.get(2L)), false, true);
        world.side.recoveredThrough(2);

        assertThat(after(0, "a")).containsExactly("RESYNC", "BEGUN");
        assertThat(after(1, "a")).containsExactly("RECOVERED a2", "SYNC", "BEGUN");
    }
}
