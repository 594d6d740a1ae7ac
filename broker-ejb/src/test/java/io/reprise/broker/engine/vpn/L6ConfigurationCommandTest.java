package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.filters;
import static io.reprise.broker.engine.vpn.TestVpn.message;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L6: a change of configuration is a value command, planned, written and taken over by the committer, alone in its entry. */
class L6ConfigurationCommandTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static void assertCode(Throwable thrown, ErrorCode code) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void l6_aRefusedWriteFailsThatCommandAloneAndLeavesNothing() {
        broker.rows().refuseNextAppend("disk full");

        assertThatThrownBy(() -> broker.createQueue("q", "q")).satisfies(e -> assertCode(e, ErrorCode.NOT_STORED));

        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "q")).isEmpty();
        broker.publish("q", "nobody's").orThrow();
        broker.createQueue("q", "q");
        broker = broker.restarted();
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void l6_aFaultInPlanningFailsThatCommandAndTheCommitterGoesOn() {
        assertThatThrownBy(() -> broker.core()
                        .configure(state -> {
                            throw new IllegalStateException("fault");
                        })
                        .await()
                        .orThrow())
                .satisfies(e -> assertCode(e, ErrorCode.INTERNAL_ERROR));

        broker.createQueue("q", "q");
        assertThat(broker.life.status()).isEqualTo(VpnStatus.ACTIVE);
    }

    @Test
    void l6_anUnknownOutcomeIsToldAsSuchAndTheDatabaseKnows() {
        broker.script.once(ScriptedStore.Script.LOSE_THE_ANSWER);
        assertThatThrownBy(() -> broker.createQueue("q", "q")).satisfies(e -> assertCode(e, ErrorCode.OUTCOME_UNKNOWN));
        broker.awaitServing();
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "q")).isPresent();

        broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "given up"));
        assertThatThrownBy(() -> broker.createQueue("r", "r")).satisfies(e -> assertCode(e, ErrorCode.OUTCOME_UNKNOWN));
        broker.awaitServing();
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "r")).isEmpty();
        assertThat(broker.publish("q", "m").orThrow().messages()).isEqualTo(1);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void l6_itHasAnEntryOfItsOwnBetweenThePublishesBeforeAndAfter() throws Exception {
        broker.createQueue("spy", ">");
        long from = broker.lastCommitNo() + 2;
        ScriptedStore.Gate gate = broker.holdCommitter();
        Future<?> creating = broker.inBackground(() -> {
            broker.createQueue("q", "q");
            return true;
        });
        broker.awaitWaiting(1);
        PendingOutcome after = broker.vpn.submit(WorkUnit.publishing(message("q", "after")));
        gate.open();
        creating.get(10, TimeUnit.SECONDS);
        after.await().orThrow();

        List<EntryHead> entries = broker.entriesFrom(from);
        assertThat(entries.get(0).effects()).singleElement().isInstanceOf(EndpointCreated.class);
        assertThat(entries.get(0).messages()).isEmpty();
        assertThat(entries.get(1).messages()).hasSize(1);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void l6_oneOfTwoThatCreateTheSameWinsAndTheOtherIsTold() throws Exception {
        ScriptedStore.Gate gate = broker.holdCommitter();
        List<Future<String>> both = List.of(creating("q"), creating("q"));
        broker.awaitWaiting(2);
        gate.open();

        List<String> ends =
                List.of(both.get(0).get(10, TimeUnit.SECONDS), both.get(1).get(10, TimeUnit.SECONDS));
        assertThat(ends).containsExactlyInAnyOrder("created", "ALREADY_EXISTS");
    }

    private Future<String> creating(String name) {
        return broker.inBackground(() -> {
            try {
                broker.createQueue(name, name);
                return "created";
            } catch (BrokerException e) {
                return e.code().name();
            }
        });
    }

    @Test
    void l6_aVersionThatIsNoLongerCurrentIsRefusedAndNothingChanges() {
        broker.createQueue("q", "q");
        long version = queueVersion();
        broker.administration.changeEndpoint(
                EndpointKind.QUEUE, "q", queue().with(EndpointAttributes.MAX_BIND_COUNT, 7L), version);

        assertThatThrownBy(() -> broker.administration.changeEndpoint(
                        EndpointKind.QUEUE, "q", queue().with(EndpointAttributes.MAX_BIND_COUNT, 8L), version))
                .satisfies(e -> assertCode(e, ErrorCode.VERSION_CONFLICT));

        broker = broker.restarted();
        assertThat(broker.administration
                        .endpoint(EndpointKind.QUEUE, "q")
                        .orElseThrow()
                        .settings()
                        .maxBindCount())
                .isEqualTo(7);
    }

    private long queueVersion() {
        return broker.administration
                .endpoint(EndpointKind.QUEUE, "q")
                .orElseThrow()
                .version();
    }

    @Test
    void l6_aDeletionOfTheVersionReadIsRefusedAfterAChangeThatCameBeforeIt() throws Exception {
        broker.createQueue("q", "q");
        long version = queueVersion();
        ScriptedStore.Gate gate = broker.holdCommitter();
        Future<?> changing = broker.inBackground(() -> {
            broker.change("q", EndpointAttributes.MAX_BIND_COUNT, 7L);
            return true;
        });
        broker.awaitWaiting(1);
        Future<ErrorCode> deleting = broker.inBackground(() -> {
            try {
                broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q", version);
                return ErrorCode.INTERNAL_ERROR;
            } catch (BrokerException e) {
                return e.code();
            }
        });
        broker.awaitWaiting(2);
        gate.open();

        assertThat(deleting.get(10, TimeUnit.SECONDS)).isEqualTo(ErrorCode.VERSION_CONFLICT);
        changing.get(10, TimeUnit.SECONDS);
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q", version + 1);
        assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "q")).isEmpty();
    }

    @Test
    void l6_whatDoesNotExistIsNamed() {
        List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                        () -> broker.administration.deleteEndpoint(EndpointKind.QUEUE, "missing"),
                        () -> broker.administration.changeEndpoint(EndpointKind.QUEUE, "missing", queue(), -1),
                        () -> broker.administration.addSubscription(
                                EndpointKind.QUEUE, "missing", filters("a").get(0)),
                        () -> broker.administration.purge(EndpointKind.QUEUE, "missing"),
                        () -> broker.bind("missing"))
                .forEach(call -> assertThatThrownBy(call)
                        .satisfies(e -> assertCode(e, ErrorCode.NOT_FOUND))
                        .hasMessageContaining("queue 'missing'"));
    }

    @Test
    void l6_aQueueWithABacklogIsNotMadeALastValueQueue() {
        broker.createQueue("q", "q");
        broker.publish("q", "1");
        broker.publish("q", "2");

        assertThatThrownBy(() -> broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 0L))
                .satisfies(e -> assertCode(e, ErrorCode.NOT_ALLOWED))
                .hasMessageContaining("2 messages");
        broker.administration.purge(EndpointKind.QUEUE, "q");
        broker.change("q", EndpointAttributes.MAX_SPOOL_USAGE, 0L);
    }
}
