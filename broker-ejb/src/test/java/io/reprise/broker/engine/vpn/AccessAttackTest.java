package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.Acl.assertDenied;
import static io.reprise.broker.engine.vpn.Acl.bind;
import static io.reprise.broker.engine.vpn.Acl.owned;
import static io.reprise.broker.engine.vpn.Acl.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.access.ClientAccess;
import io.reprise.broker.engine.access.Revocable;
import io.reprise.broker.engine.object.ObjectDirectory;
import io.reprise.broker.engine.store.AppendResult;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointAdministration;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.model.vpn.VpnName;
import java.time.Duration;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways around the access rules [spec 5.4], each of which is closed. */
class AccessAttackTest {
    private final TestVpn broker = TestVpn.start();
    private final Acl acl = new Acl(broker);

    @AfterEach
    void stop() {
        broker.close();
    }

    private static void assertRejected(CommitOutcome outcome, ErrorCode code) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        CommitOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(code));
    }

    private EndpointView queue(String name) {
        return broker.administration.endpoint(EndpointKind.QUEUE, name).orElseThrow();
    }

    // ---- names ----

    /** Each of them, put into a filter as it is, would select more than its own topics. */
    @ParameterizedTest
    @ValueSource(strings = {"*", ">", "u*", "x\n*", "\n>", "\r\n*", "a/../u", "u/x", "\u2028*", "", "!u"})
    void aNameNeverSelectsOthersTopics(String username) {
        acl.change("default", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        acl.except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "default", "users/$client-username/>");
        acl.except(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "default", "users/$client-username");

        assertRejected(publish(acl.as(username), "users/u/x"), ErrorCode.ACCESS_DENIED);
        assertRejected(publish(acl.as(username), "users/u/x/y"), ErrorCode.ACCESS_DENIED);
        assertRejected(publish(acl.as(username), "users/x\nmine/y"), ErrorCode.ACCESS_DENIED);
        assertDenied(() ->
                acl.as(username).createTemporary(new TemporaryRequest.Subscription(TopicFilter.of("users/*"), "")));
    }

    @Test
    void aNameThatAddressesQueuesIsNobodysFirstLevel() {
        broker.createQueue("q");
        acl.change("default", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        acl.except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "default", "$client-username/>");

        assertRejected(publish(acl.as("#P2P"), "#P2P/QUE/q"), ErrorCode.ACCESS_DENIED);
        assertThat(publish(acl.as("u"), "u/x")).isInstanceOf(CommitOutcome.Stored.class);
    }

    @Test
    void aNameTooLongForATopicHasNone() {
        String longest = "n".repeat(189);
        acl.change("default", DefaultAction.DISALLOW, DefaultAction.ALLOW);
        acl.except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "default", "users/" + "p".repeat(60) + "/$client-username/>");

        assertRejected(publish(acl.as(longest), "a"), ErrorCode.ACCESS_DENIED);
        acl.as(longest).createTemporary(new TemporaryRequest.Queue());
        assertDenied(() -> acl.as(longest + "n"));
    }

    @Test
    void exceptionsThatOverlapAreOneUnion() {
        acl.user("u", DefaultAction.ALLOW, DefaultAction.DISALLOW);
        acl.except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "u", "a/>");
        acl.except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "u", "a/b/c");
        acl.except(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "u", "a/b*/c");
        acl.except(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "u", "a/bc*/>");

        assertRejected(publish(acl.as("u"), "a/b/c"), ErrorCode.ACCESS_DENIED);
        assertRejected(publish(acl.as("u"), "a/b"), ErrorCode.ACCESS_DENIED);
        acl.as("u").createTemporary(new TemporaryRequest.Subscription(TopicFilter.of("a/bc/>"), ""));
        acl.as("u").createTemporary(new TemporaryRequest.Subscription(TopicFilter.of("a/bx*/c"), ""));
        assertDenied(
                () -> acl.as("u").createTemporary(new TemporaryRequest.Subscription(TopicFilter.of("a/b*/>"), "")));
        assertDenied(() ->
                acl.as("u").createTemporary(new TemporaryRequest.SharedSubscription("s", TopicFilter.of("a/*/c"), "")));
    }

    @Test
    void anAdministratorIsBoundByNoRule() {
        broker.createQueue("q", owned("alice", Permission.NO_ACCESS));
        acl.change("default", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        ClientIdentity root = new ClientIdentity("root", "::1", true);
        MessageVpn admin = new ClientVpn(broker.vpn, broker.life, new ClientAccess("default", root)).connected();

        assertThat(publish(admin, "#P2P/QUE/q")).isInstanceOf(CommitOutcome.Stored.class);
        bind(admin, "q").close();
        admin.createTemporary(new TemporaryRequest.Subscription(TopicFilter.of(">"), ""));
    }

    // ---- temporary endpoints ----

    /** Who answers knows its name, and must not get others' answers by it. */
    @Test
    void aTemporaryQueueIsReadByItsOwnerAlone() {
        acl.user("requester", DefaultAction.ALLOW, DefaultAction.ALLOW);
        acl.user("server", DefaultAction.ALLOW, DefaultAction.ALLOW);
        String reply = acl.as("requester")
                .createTemporary(new TemporaryRequest.Queue())
                .name();
        publish(acl.as("server"), "#P2P/QUE/" + reply);

        assertDenied(() -> bind(acl.as("server"), reply));
        assertDenied(() -> acl.as("server").browse(EndpointKind.QUEUE, reply, ""));
        assertDenied(() -> acl.as("server").requirePermission(EndpointKind.QUEUE, reply, Permission.CONSUME));
        try (Flow own = bind(acl.as("requester"), reply)) {
            assertThat(TestVpn.text(TestVpn.next(own.openSession()))).isEqualTo("x");
        }
    }

    @Test
    void aSharedSubscriptionIsForWhoMaySubscribeToTheSame() {
        acl.user("one", DefaultAction.ALLOW, DefaultAction.ALLOW);
        acl.user("two", DefaultAction.ALLOW, DefaultAction.ALLOW);
        acl.user("none", DefaultAction.ALLOW, DefaultAction.DISALLOW);
        TemporaryRequest shared = new TemporaryRequest.SharedSubscription("s", TopicFilter.of("a/>"), "");
        String name = acl.as("one").createTemporary(shared).name();
        BindRequest request = new BindRequest(EndpointKind.TOPIC_ENDPOINT, name, "client");

        acl.as("two").createTemporary(shared);
        acl.as("two").bind(request).close();
        assertDenied(() -> acl.as("none").createTemporary(shared));
        assertDenied(() -> acl.as("none").bind(request));
        assertDenied(() -> acl.as("none").browse(EndpointKind.TOPIC_ENDPOINT, name, ""));
    }

    // ---- endpoints ----

    @Test
    void whoMayChangeTheTopicDoesNotBecomeTheOwner() {
        broker.createQueue("q", owned("alice", Permission.MODIFY_TOPIC));
        MessageVpn bob = acl.as("bob");
        EndpointSettings there = queue("q").settings();

        assertDenied(() -> bob.endpoints()
                .changeEndpoint(EndpointKind.QUEUE, "q", there.with(EndpointAttributes.OWNER, "bob"), -1));
        assertDenied(() -> bob.endpoints()
                .changeEndpoint(
                        EndpointKind.QUEUE, "q", there.with(EndpointAttributes.PERMISSION, Permission.DELETE), -1));
        assertDenied(() -> bob.endpoints().deleteEndpoint(EndpointKind.QUEUE, "q"));
        assertThat(queue("q").settings()).isEqualTo(there);
        acl.as("alice")
                .endpoints()
                .changeEndpoint(EndpointKind.QUEUE, "q", there.with(EndpointAttributes.MAX_BIND_COUNT, 7L), -1);
        assertThat(queue("q").settings().maxBindCount()).isEqualTo(7);
    }

    @Test
    void whatIsDoneToAnothersEndpointIsAskedEachTime() {
        broker.createQueue("closed", owned("alice", Permission.NO_ACCESS));
        broker.createQueue("open", owned("alice", Permission.DELETE));
        acl.user("bob", DefaultAction.ALLOW, DefaultAction.DISALLOW);
        EndpointAdministration endpoints = acl.as("bob").endpoints();
        EndpointSettings there = queue("closed").settings();

        assertDenied(() -> endpoints.purge(EndpointKind.QUEUE, "closed"));
        assertDenied(() -> endpoints.endpointStatistics(EndpointKind.QUEUE, "closed"));
        assertDenied(() -> endpoints.changeEndpoint(EndpointKind.QUEUE, "closed", there, -1));
        assertDenied(() -> endpoints.addSubscription(EndpointKind.QUEUE, "open", TopicFilter.of("a")));
    }

    @Test
    void whoMayNotConnectMakesNoEndpointAndSeesNone() {
        broker.createQueue("q");
        EndpointAdministration endpoints = acl.as("u").endpoints();
        broker.administration
                .objects()
                .change(
                        ObjectName.of(ObjectKind.ACL_PROFILE, "default"),
                        ObjectKind.ACL_PROFILE.attributes().defaults(),
                        -1);

        assertDenied(() -> endpoints.endpoint(EndpointKind.QUEUE, "q"));
        assertDenied(() -> endpoints.createEndpoint(EndpointKind.QUEUE, "mine", TestVpn.queue(), List.of()));
    }

    @Test
    void anotherNameOfAClientHasNoOtherRights() {
        acl.user("u", DefaultAction.DISALLOW, DefaultAction.DISALLOW);

        assertRejected(publish(acl.as("u").named("another"), "a"), ErrorCode.ACCESS_DENIED);
    }

    @Test
    void aBranchIsPreparedByWhoMayPublishWhatIsInIt() {
        acl.user("u", DefaultAction.DISALLOW, DefaultAction.DISALLOW);

        assertRejected(
                acl.as("u")
                        .prepare(
                                new BranchId(7, new byte[] {1}, new byte[] {2}),
                                WorkUnit.publishing(TestVpn.message("a", "x"))),
                ErrorCode.ACCESS_DENIED);
        assertThat(broker.vpn.preparedBranches()).isEmpty();
    }

    @Test
    void nobodyMakesAnEndpointInAnothersName() {
        acl.as("bob")
                .endpoints()
                .createEndpoint(EndpointKind.QUEUE, "q", owned("alice", Permission.NO_ACCESS), List.of());

        assertThat(queue("q").settings().owner()).isEqualTo("bob");
    }

    /** What it subscribed to durably it still has to be allowed when it comes again, and while it is there. */
    @Test
    void aDurableSubscriptionNeedsTheRightToSubscribeWheneverItIsBound() {
        acl.user("u", DefaultAction.ALLOW, DefaultAction.ALLOW);
        TopicFilter topic = TopicFilter.of("a/>");
        acl.as("u")
                .endpoints()
                .createEndpoint(EndpointKind.TOPIC_ENDPOINT, "s", TestVpn.topicEndpoint(), List.of(topic));
        BindRequest request = new BindRequest(
                EndpointKind.TOPIC_ENDPOINT,
                "s",
                "client",
                "",
                Prefetch.INHERIT,
                RedeliveryOverride.NONE,
                List.of(topic));
        Flow flow = acl.as("u").bind(request);

        acl.except(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "u", "a/secret");
        broker.duties.runAll();

        assertThat(flow.endReason()).contains("'u'", "a/>");
        assertDenied(() -> acl.as("u").bind(request));
        // What an administrator has set up may be consumed by who has the endpoint.
        acl.as("u")
                .bind(new BindRequest(EndpointKind.TOPIC_ENDPOINT, "s", "client"))
                .close();
    }

    // ---- the right is taken away while something is held ----

    @Test
    void aBrowserReadsNoFurtherThanItsRight() {
        broker.createQueue("q", owned("alice", Permission.READ_ONLY));
        publish(broker.vpn, "#P2P/QUE/q");
        publish(broker.vpn, "#P2P/QUE/q");
        Browse browse = acl.as("bob").browse(EndpointKind.QUEUE, "q", "");
        assertThat(browse.next()).isNotNull();

        broker.administration.changeEndpoint(EndpointKind.QUEUE, "q", owned("alice", Permission.NO_ACCESS), -1);

        assertDenied(browse::next);
        broker.administration.deleteEndpoint(EndpointKind.QUEUE, "q", -1);
        assertThat(browse.next()).isNull();
    }

    @Test
    void aFlowGivesNoSessionAndNoReplayOnceTheRightIsGone() {
        broker.createQueue("q", owned("alice", Permission.CONSUME));
        Flow flow = bind(acl.as("bob"), "q");

        broker.administration.changeEndpoint(EndpointKind.QUEUE, "q", owned("alice", Permission.READ_ONLY), -1);

        assertDenied(flow::openSession);
        assertDenied(() -> flow.startReplay("r", ReplayRequest.from(new ReplayStart.Beginning())));
    }

    /** The right goes between the question and the bind. */
    @Test
    void aBindThatEndsAfterTheRightIsGoneIsRefused() {
        broker.createQueue("q", owned("alice", Permission.CONSUME));
        MessageVpn bob = acl.as("bob");
        AtomicBoolean taken = new AtomicBoolean();
        List<TopicFilter> topics = new AbstractList<>() {
            @Override
            public TopicFilter get(int index) {
                throw new IndexOutOfBoundsException(index);
            }

            /** Asked for what it subscribes to, as the last of the questions. */
            @Override
            public int size() {
                if (taken.compareAndSet(false, true)) {
                    broker.administration.changeEndpoint(
                            EndpointKind.QUEUE, "q", owned("alice", Permission.NO_ACCESS), -1);
                }
                return 0;
            }
        };

        assertDenied(() -> bob.bind(new BindRequest(
                EndpointKind.QUEUE, "q", "client", "", Prefetch.INHERIT, RedeliveryOverride.NONE, topics)));
        assertThat(broker.figures("q").bindCount()).isZero();
    }

    @Test
    void aPublishUnderWayIsHeldToWhatWasAnsweredBefore() throws Exception {
        broker.createQueue("q", TestVpn.queue(), "a");
        acl.user("u", DefaultAction.ALLOW, DefaultAction.ALLOW);
        acl.user("v", DefaultAction.ALLOW, DefaultAction.ALLOW);
        MessageVpn u = acl.as("u");
        MessageVpn v = acl.as("v");
        ScriptedStore.Gate gate = broker.holdCommitter();
        Future<?> change = broker.inBackground(() -> {
            acl.change("u", DefaultAction.DISALLOW, DefaultAction.ALLOW);
            return null;
        });
        broker.awaitWaiting(1);
        PendingOutcome mine = u.submit(WorkUnit.publishing(TestVpn.message("a", "x")));
        PendingOutcome others = v.submit(WorkUnit.publishing(TestVpn.message("a", "y")));

        gate.open();

        change.get(10, TimeUnit.SECONDS);
        assertRejected(mine.await(), ErrorCode.ACCESS_DENIED);
        assertThat(others.await()).isInstanceOf(CommitOutcome.Stored.class);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void aPublishUnderWayIsHeldToTheVpnBeingEnabled() throws Exception {
        broker.createQueue("q", TestVpn.queue(), "a");
        MessageVpn u = acl.as("u");
        ScriptedStore.Gate gate = broker.holdCommitter();
        Future<?> change = broker.inBackground(() -> broker.administration.changeVpn(
                broker.administration.vpn().settings().with(VpnAttributes.ENABLED, false), -1));
        broker.awaitWaiting(1);
        PendingOutcome mine = u.submit(WorkUnit.publishing(TestVpn.message("a", "x")));

        gate.open();

        change.get(10, TimeUnit.SECONDS);
        assertRejected(mine.await(), ErrorCode.VPN_DOWN);
        assertThat(broker.spooled("q")).isZero();
    }

    /** What one check does must not keep another's right alive. */
    @Test
    void aCheckThatFailsKeepsNobodyElsesRight() {
        AccessWatch watch = new AccessWatch();
        List<Held> others = List.of(new Held(), new Held());
        watch.watch(others.get(0), AccessAttackTest::deny);
        watch.watch(new Held(), () -> {
            throw new IllegalStateException("a fault");
        });
        watch.watch(others.get(1), AccessAttackTest::deny);

        assertThatThrownBy(watch::runOnce).hasMessage("a fault");

        assertThat(others).allMatch(Held::isOver);
    }

    private static void deny() {
        throw new BrokerException(ErrorCode.ACCESS_DENIED, "gone");
    }

    private static final class Held implements Revocable {
        private boolean over;

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public void revoke(String reason) {
            over = true;
        }
    }

    @Test
    void aConsumerIsWatchedByWhoServesTheVpnAfterItWasRebuilt() {
        broker.createQueue("q", owned("alice", Permission.CONSUME));
        MessageVpn bob = acl.as("bob");
        broker.script.once((entry, really) -> AppendResult.of(AppendResult.Kind.ABANDONED, "given up"));
        Tenure before = broker.life.tenure();
        publish(broker.vpn, "#P2P/QUE/q");
        Awaitility.await().until(() -> {
            Tenure now = broker.life.tenureOrNull();
            return now != null && now != before;
        });
        Flow flow = bind(bob, "q");
        flow.openSession();

        broker.administration.changeEndpoint(EndpointKind.QUEUE, "q", owned("alice", Permission.NO_ACCESS), -1);

        // Who serves anew begins its duties a moment after it serves.
        Awaitility.await().untilAsserted(() -> {
            broker.duties.runAll();
            assertThat(flow.endReason()).contains("'bob'");
        });
    }

    /** Between the two there would be a rule that neither of them is, and it would let everything through. */
    @Test
    void aChangeOfSeveralObjectsIsNeverSeenInPart() throws Exception {
        ObjectDirectory objects = broker.core().directory().objects();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<Future<Boolean>> seen = new AtomicReference<>();

        objects.change(() -> {
            seen.set(broker.inBackground(() -> {
                begun.countDown();
                return objects.whole(done::get);
            }));
            awaitBlocked(begun);
            done.set(true);
        });

        assertThat(Objects.requireNonNull(seen.get()).get(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitBlocked(CountDownLatch begun) {
        try {
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        Awaitility.await()
                .atMost(TestVpn.SOON)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> Thread.getAllStackTraces().values().stream()
                        .flatMap(Arrays::stream)
                        .anyMatch(frame -> frame.getMethodName().equals("whole")));
    }

    @Test
    void anImportOfRulesIsOneChangeOfThem() throws Exception {
        acl.user("u", DefaultAction.ALLOW, DefaultAction.ALLOW);
        acl.except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "u", "secret");
        MessageVpn u = acl.as("u");
        AtomicBoolean over = new AtomicBoolean();
        Future<Boolean> refusedAlways = broker.inBackground(() -> {
            boolean always = true;
            while (!over.get()) {
                always &= isRefused(u);
            }
            return always;
        });

        for (int flip = 1; flip <= 40; flip++) {
            String rules = flip % 2 == 0
                    ? "'publishTopicDefaultAction':'allow','publishTopicExceptions':[{'publishTopicException':'secret'}]"
                    : "'publishTopicDefaultAction':'disallow'";
            definitions()
                    .importDocument(
                            DefinitionTexts.ofDefault(
                                    ",'aclProfiles':[{'aclProfileName':'u','clientConnectDefaultAction':'allow',"
                                            + rules
                                            + "}],'clientUsernames':[{'clientUsername':'u','aclProfileName':'u','enabled':true}]"),
                            DefinitionTexts.PRUNE);
        }
        over.set(true);

        assertThat(refusedAlways.get(10, TimeUnit.SECONDS)).isTrue();
    }

    private static boolean isRefused(MessageVpn vpn) {
        try {
            vpn.requirePublish(TestVpn.message("secret", "x"));
            return false;
        } catch (BrokerException denied) {
            return true;
        }
    }

    private EngineDefinitions definitions() {
        return new EngineDefinitions(
                new EngineDefinitions.Vpns() {
                    @Override
                    public VpnLife find(String name) {
                        return broker.life;
                    }

                    @Override
                    public void create(VpnName name, VpnSettings settings) {
                        throw new AssertionError("VPN " + name + " is made");
                    }
                },
                broker.clock);
    }
}
