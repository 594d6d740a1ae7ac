package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.RejectToSender;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queues and topic endpoints that live as long as their owners [spec 1.4]. */
class TemporaryEndpointTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void stop() {
        broker.close();
    }

    private TemporaryEndpoint queue() {
        return broker.vpn.createTemporary(new TemporaryRequest.Queue());
    }

    private TemporaryEndpoint subscription(String topic) {
        return broker.vpn.createTemporary(new TemporaryRequest.Subscription(TopicFilter.of(topic), ""));
    }

    private TemporaryEndpoint shared(String name, String topic, String selector) {
        return broker.vpn.createTemporary(
                new TemporaryRequest.SharedSubscription(name, TopicFilter.of(topic), selector));
    }

    private Flow bind(TemporaryEndpoint endpoint) {
        return broker.vpn.bind(new BindRequest(endpoint.kind(), endpoint.name(), "test"));
    }

    private DeliverySession consume(TemporaryEndpoint endpoint) {
        return bind(endpoint).openSession();
    }

    private List<String> names(EndpointKind kind) {
        return broker.administration.endpoints(kind, "", 100).stream()
                .map(EndpointView::name)
                .filter(name -> !name.equals("#DEAD_MSG_QUEUE"))
                .toList();
    }

    private List<String> storedNames() {
        return broker.rows().loadConfiguration().stream()
                .filter(EndpointEntity.class::isInstance)
                .map(row -> ((EndpointEntity) row).name())
                .toList();
    }

    private static void refused(ErrorCode code, Runnable call) {
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(call::run)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aTemporaryQueueTakesWhatIsSentToItsNameAndRedelivers() {
        TemporaryEndpoint queue = queue();
        DeliverySession session = consume(queue);
        broker.publish("#P2P/QUE/" + queue.name(), "reply");
        Delivery first = TestVpn.next(session);

        session.release(first);
        Delivery again = TestVpn.next(session);

        assertThat(TestVpn.text(again)).isEqualTo("reply");
        assertThat(again.deliveryCount()).isEqualTo(2);
        broker.acknowledge(again);
        assertThat(broker.spooled(queue.name())).isZero();
    }

    @Test
    void aTemporaryTopicEndpointKeepsWhatItsSelectorWantsFromItsCreationOn() {
        broker.publish("a/b", "before");
        TemporaryEndpoint endpoint = subscription("a/*");

        broker.publish("a/b", "after");
        broker.publish("b/b", "elsewhere");

        assertThat(broker.drain(consume(endpoint))).containsExactly("after");
    }

    @Test
    void isGoneWithItsOwnerAndWithItWhatIsOnIt() {
        TemporaryEndpoint queue = queue();
        Flow flow = bind(queue);
        broker.publish("#P2P/QUE/" + queue.name(), "never read");

        queue.close();
        queue.close();

        assertThat(names(EndpointKind.QUEUE)).isEmpty();
        assertThat(flow.endReason()).contains("was deleted");
        assertThat(broker.administration.statistics().spooledMsgCount()).isZero();
        assertThat(broker.publish("#P2P/QUE/" + queue.name(), "too late"))
                .isInstanceOfSatisfying(
                        Rejected.class, no -> assertThat(no.code()).isEqualTo(ErrorCode.NO_SUCH_QUEUE));
    }

    @Test
    void isShownAsAnyOtherAndBounded() {
        TemporaryEndpoint queue = queue();
        TemporaryEndpoint endpoint = subscription("t");

        assertThat(names(EndpointKind.QUEUE)).containsExactly(queue.name());
        EndpointSettings of = broker.administration
                .endpoint(EndpointKind.TOPIC_ENDPOINT, endpoint.name())
                .orElseThrow()
                .settings();
        assertThat(of.maxSpoolBytes()).isEqualTo(500_000_000);
        assertThat(of.rejectMsgToSender()).isEqualTo(RejectToSender.NEVER);
        assertThat(broker.figures(queue.name()).spooledMsgCount()).isZero();
    }

    @Test
    void consumersShareOneUntilTheLastHasGone() {
        TemporaryEndpoint first = shared("s", "t", "");
        TemporaryEndpoint second = shared("s", "t", "");
        DeliverySession one = consume(first);
        DeliverySession other = consume(second);

        broker.publish("t", "1");
        broker.publish("t", "2");
        Delivery toOne = TestVpn.next(one);
        Delivery toOther = TestVpn.next(other);
        assertThat(List.of(TestVpn.text(toOne), TestVpn.text(toOther))).containsExactlyInAnyOrder("1", "2");
        broker.acknowledge(toOne);
        broker.acknowledge(toOther);

        first.close();
        first.close();
        assertThat(names(EndpointKind.TOPIC_ENDPOINT)).containsExactly(second.name());
        second.close();
        assertThat(names(EndpointKind.TOPIC_ENDPOINT)).isEmpty();
    }

    @Test
    void oneThatIsSharedHasOneTopicAndOneSelectorWhileItLives() {
        TemporaryEndpoint first = shared("s", "t", "x = 1");

        refused(ErrorCode.NOT_ALLOWED, () -> shared("s", "other", "x = 1"));
        refused(ErrorCode.NOT_ALLOWED, () -> shared("s", "t", "x = 2"));

        first.close();
        assertThat(shared("s", "other", "").name()).isEqualTo(first.name());
    }

    @Test
    void aSelectorThatIsNoneIsRefusedAndNothingMade() {
        refused(
                ErrorCode.INVALID_SELECTOR,
                () -> broker.vpn.createTemporary(new TemporaryRequest.Subscription(TopicFilter.of("t"), "x = = 1")));

        assertThat(names(EndpointKind.TOPIC_ENDPOINT)).isEmpty();
    }

    @Test
    void administratorsNeitherMakeNorChangeNorDeleteOne() {
        TemporaryEndpoint endpoint = subscription("t");
        EndpointKind kind = EndpointKind.TOPIC_ENDPOINT;
        TopicFilter filter = TopicFilter.of("u");

        refused(ErrorCode.NOT_ALLOWED, () -> broker.createQueue("#TEMP/mine"));
        refused(
                ErrorCode.NOT_ALLOWED,
                () -> broker.administration.changeEndpoint(
                        kind,
                        endpoint.name(),
                        TestVpn.topicEndpoint().with(EndpointAttributes.EGRESS_ENABLED, false),
                        -1));
        refused(ErrorCode.NOT_ALLOWED, () -> broker.administration.deleteEndpoint(kind, endpoint.name()));
        refused(ErrorCode.NOT_ALLOWED, () -> broker.administration.addSubscription(kind, endpoint.name(), filter));
        refused(
                ErrorCode.NOT_ALLOWED,
                () -> broker.administration.removeSubscription(kind, endpoint.name(), TopicFilter.of("t")));
        assertThat(names(kind)).containsExactly(endpoint.name());
    }

    @Test
    void isNotReplayed() {
        ReplayLogs.enable(broker);
        TemporaryEndpoint endpoint = subscription("t");
        ReplayRequest all = ReplayRequest.from(new ReplayStart.Beginning());

        refused(
                ErrorCode.REPLAY_TEMPORARY_ENDPOINT,
                () -> broker.administration.replays().start(endpoint.kind(), endpoint.name(), all));
        refused(ErrorCode.REPLAY_TEMPORARY_ENDPOINT, () -> bind(endpoint).startReplay("mine", all));
    }

    @Test
    void whatAnEndLeavesBehindIsNeverSeenAgainAndDeletedByTheFirstEntry() {
        TemporaryEndpoint queue = queue();
        TemporaryEndpoint endpoint = subscription("t");
        broker.createQueue("kept", "t");
        broker.publish("t", "both");
        DeliverySession session = consume(endpoint);
        TestVpn.next(session);
        long before = broker.lastCommitNo();

        broker = broker.restarted();

        assertThat(names(EndpointKind.TOPIC_ENDPOINT)).isEmpty();
        assertThat(names(EndpointKind.QUEUE)).containsExactly("kept");
        broker.awaitCommitter();
        assertThat(storedNames()).noneMatch(EndpointName::isTemporary);
        List<EndpointState> left = broker.core().atBoundary(state -> List.copyOf(state.endpoints()));
        assertThat(left).hasSize(2);
        assertThat(broker.administration.statistics().spooledMsgCount()).isOne();
        assertThat(broker.lastCommitNo()).isGreaterThan(before);
        endpoint.close();
        queue.close();
        assertThat(broker.publish("t", "again")).isInstanceOf(Stored.class);
    }

    /** L26: what was prepared for it, or taken from it, is decided without it. */
    @Test
    void aBranchPreparedBeforeAnEndIsCommittedAsFarAsItsEndpointsLast() {
        broker.createQueue("kept", "t");
        TemporaryEndpoint endpoint = subscription("in");
        subscription("t");
        broker.publish("in", "work");
        Delivery work = TestVpn.next(consume(endpoint));
        BranchId branch = new BranchId(7, new byte[] {1}, new byte[] {2});
        broker.vpn
                .prepare(branch, new WorkUnit().acknowledge(work).publish(TestVpn.message("t", "result")))
                .orThrow();
        broker.duties.runAll();

        broker = broker.restarted();

        assertThat(broker.vpn.commitPrepared(branch)).isInstanceOf(Stored.class);
        assertThat(broker.drain(broker.consume("kept"))).containsExactly("result");
        assertThat(broker.vpn.preparedBranches()).isEmpty();
        assertThat(broker.administration.statistics().spooledMsgCount()).isZero();
        broker = broker.restarted();
        assertThat(broker.vpn.preparedBranches()).isEmpty();
    }

    @Test
    void oneThatCouldNotBeDeletedIsDeletedByTheNextRunOfTheDuty() {
        TemporaryEndpoint queue = queue();
        broker.rows().refuseNextAppend("disk full");

        queue.close();
        assertThat(names(EndpointKind.QUEUE)).containsExactly(queue.name());
        broker.duties.runAll();

        assertThat(names(EndpointKind.QUEUE)).isEmpty();
    }

    @Test
    void oneOfWhichItIsNotKnownWhetherItWasMadeIsNobodysAfterwards() {
        broker.script.once(ScriptedStore.Script.LOSE_THE_ANSWER);
        refused(ErrorCode.OUTCOME_UNKNOWN, this::queue);

        broker.awaitServing();
        broker.awaitCommitter();

        assertThat(names(EndpointKind.QUEUE)).isEmpty();
        assertThat(storedNames()).noneMatch(EndpointName::isTemporary);
    }

    @Test
    void onARealDatabaseNoneIsLeftAfterAnEndWithoutClose() {
        try (TestBroker first = TestBroker.onNewDatabase()) {
            TemporaryEndpoint queue = first.vpn.createTemporary(new TemporaryRequest.Queue());
            first.vpn.createTemporary(new TemporaryRequest.Subscription(TopicFilter.of("t"), "x > 1"));
            first.vpn.createTemporary(new TemporaryRequest.SharedSubscription("s", TopicFilter.of("t"), ""));
            assertThat(first.vpn.commit(WorkUnit.publishing(TestVpn.message("#P2P/QUE/" + queue.name(), "never read"))))
                    .isInstanceOf(Stored.class);

            try (TestBroker next = first.restarted()) {
                assertThat(next.administration.endpointCount(EndpointKind.TOPIC_ENDPOINT))
                        .isZero();
                assertThat(next.administration.endpointCount(EndpointKind.QUEUE))
                        .isOne();
                // With the first entry it is gone.
                Awaitility.await()
                        .atMost(SOON)
                        .until(() -> next.administration.statistics().spooledMsgCount() == 0);
                try (TestBroker third = next.restarted()) {
                    assertThat(third.administration.endpointCount(EndpointKind.QUEUE))
                            .isOne();
                }
            }
        }
    }
}
