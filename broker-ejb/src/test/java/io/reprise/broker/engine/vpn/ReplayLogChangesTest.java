package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.filters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayLogChangesTest {
    private static final ReplayLogSettings OFF = ReplayLogSettings.DEFAULTS;
    private static final ReplayLogSettings ON =
            OFF.with(Map.of("ingressEnabled", true, "egressEnabled", true, "maxSpoolUsage", 10));

    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static TopicFilter filter(String text) {
        return TopicFilter.of(text);
    }

    private ReplayLogView view() {
        return broker.administration.replayLogView().orElseThrow();
    }

    @Test
    void aNewVpnHasNone() {
        assertThat(broker.administration.replayLogView()).isEmpty();
    }

    @Test
    void isThereAsItWasAfterARestart() {
        ReplayLogView created = broker.administration.createReplayLog("all", ON);
        broker.administration.addReplayLogFilter("all", filter("b/>"));
        broker.administration.addReplayLogFilter("all", filter("!b/secret"));
        broker.administration.addReplayLogFilter("all", filter("a"));
        broker.administration.removeReplayLogFilter("all", filter("a"));
        ReplayLogView before = view();

        broker = broker.restarted();

        assertThat(created)
                .isEqualTo(new ReplayLogView("all", ON, created.version(), broker.clock.millis(), List.of()));
        assertThat(before.filters()).isEqualTo(filters("!b/secret", "b/>"));
        assertThat(before.version()).isEqualTo(created.version() + 4);
        assertThat(view()).isEqualTo(before);
    }

    @Test
    void theSecondOfAVpnIsRefusedAndTheFirstNamed() {
        broker.administration.createReplayLog("all", OFF);

        assertRefused(ErrorCode.ALREADY_EXISTS, () -> broker.administration.createReplayLog("all", OFF));
        assertRefused(ErrorCode.NOT_ALLOWED, () -> broker.administration.createReplayLog("more", OFF))
                .hasMessageContaining("'more'")
                .hasMessageContaining("'all'");
    }

    @Test
    void oneOfTwoThatAreCreatedAtOnceWins() throws Exception {
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<Future<String>> both = List.of(creating("one"), creating("two"));
        broker.awaitWaiting(2);
        gate.open();

        assertThat(List.of(both.get(0).get(10, TimeUnit.SECONDS), both.get(1).get(10, TimeUnit.SECONDS)))
                .containsExactlyInAnyOrder("created", "NOT_ALLOWED");
    }

    private Future<String> creating(String name) {
        return broker.inBackground(() -> {
            try {
                broker.administration.createReplayLog(name, OFF);
                return "created";
            } catch (BrokerException e) {
                return e.code().name();
            }
        });
    }

    @Test
    void anotherTakesThePlaceOfADeletedOneWithoutItsFilters() {
        broker.administration.createReplayLog("all", ON);
        broker.administration.addReplayLogFilter("all", filter("a"));

        broker.administration.deleteReplayLog("all", -1);
        broker.administration.createReplayLog("more", OFF);

        broker = broker.restarted();
        assertThat(view().name()).isEqualTo("more");
        assertThat(view().filters()).isEmpty();
        assertThat(view().settings()).isEqualTo(OFF);
    }

    @Test
    void isGoneAfterARestartOnceDeleted() {
        long version = broker.administration.createReplayLog("all", ON).version();
        broker.administration.addReplayLogFilter("all", filter("a"));
        broker.administration.deleteReplayLog("all", version + 1);

        broker = broker.restarted();

        assertThat(broker.administration.replayLogView()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ingressEnabled", "egressEnabled"})
    void isNotEnabledWithoutAQuota(String enabled) {
        ReplayLogSettings wrong = OFF.with(Map.of(enabled, true));

        assertRefused(ErrorCode.NOT_ALLOWED, () -> broker.administration.createReplayLog("all", wrong))
                .hasMessageContaining("maxSpoolUsage = 0");
        broker.administration.createReplayLog("all", OFF);
        assertRefused(ErrorCode.NOT_ALLOWED, () -> broker.administration.changeReplayLog("all", wrong, -1))
                .hasMessageContaining("'all'");
        assertThat(view().settings()).isEqualTo(OFF);
        broker.administration.changeReplayLog("all", wrong.with(Map.of("maxSpoolUsage", 1)), -1);
        assertRefused(ErrorCode.NOT_ALLOWED, () -> broker.administration.changeReplayLog("all", wrong, -1));
        broker.administration.changeReplayLog("all", OFF, -1);
    }

    @Test
    void aVersionThatIsNoLongerCurrentIsRefusedAndNothingChanges() {
        long version = broker.administration.createReplayLog("all", ON).version();
        broker.administration.addReplayLogFilter("all", filter("a"));
        ReplayLogView before = view();

        assertRefused(ErrorCode.VERSION_CONFLICT, () -> broker.administration.changeReplayLog("all", OFF, version));
        assertRefused(ErrorCode.VERSION_CONFLICT, () -> broker.administration.deleteReplayLog("all", version));

        assertThat(view()).isEqualTo(before);
    }

    @Test
    void whatDoesNotExistIsNamed() {
        broker.administration.createReplayLog("all", OFF);

        List.<ThrowingCallable>of(
                        () -> broker.administration.changeReplayLog("more", ON, -1),
                        () -> broker.administration.deleteReplayLog("more", -1),
                        () -> broker.administration.addReplayLogFilter("more", filter("a")),
                        () -> broker.administration.removeReplayLogFilter("more", filter("a")))
                .forEach(call -> assertRefused(ErrorCode.NOT_FOUND, call).hasMessageContaining("replay log 'more'"));
        assertRefused(ErrorCode.NOT_FOUND, () -> broker.administration.removeReplayLogFilter("all", filter("a")))
                .hasMessageContaining("topic filter 'a'");
    }

    @Test
    void theSameFilterIsAddedOnce() {
        broker.administration.createReplayLog("all", OFF);
        broker.administration.addReplayLogFilter("all", filter("a"));

        assertRefused(ErrorCode.ALREADY_EXISTS, () -> broker.administration.addReplayLogFilter("all", filter("a")));
        broker.administration.addReplayLogFilter("all", filter("!a"));

        assertThat(view().filters()).isEqualTo(filters("!a", "a"));
    }

    @Test
    void aNameWithForbiddenCharactersIsRefused() {
        assertRefused(ErrorCode.INVALID_PARAMETER, () -> broker.administration.createReplayLog("a*", OFF));
    }

    @Test
    void l6_aWriteThatIsRefusedLeavesNothing() {
        broker.rows().refuseNextAppend("disk full");

        assertRefused(ErrorCode.NOT_STORED, () -> broker.administration.createReplayLog("all", ON));

        assertThat(broker.administration.replayLogView()).isEmpty();
        broker.administration.createReplayLog("all", ON);
    }

    @Test
    void l6_aChangeHasAnEntryOfItsOwn() {
        broker.administration.createReplayLog("all", ON);
        long from = broker.lastCommitNo() + 1;

        broker.administration.addReplayLogFilter("all", filter("a"));

        assertThat(broker.entriesFrom(from))
                .singleElement()
                .extracting(EntryHead::messages)
                .isEqualTo(List.of());
    }
}
