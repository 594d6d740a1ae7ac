package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.Acl.assertDenied;
import static io.reprise.broker.engine.vpn.Acl.bind;
import static io.reprise.broker.engine.vpn.Acl.owned;
import static io.reprise.broker.engine.vpn.Acl.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.access.ClientAccess;
import io.reprise.broker.model.access.AclProfileAttributes;
import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.access.ClientUsernameAttributes;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients may by ACL profiles, client usernames, owners and permissions [spec 5.4]. */
class AccessTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void stop() {
        broker.close();
    }

    private MessageVpn as(String username) {
        return as(username, "10.1.2.3");
    }

    private MessageVpn as(String username, String address) {
        ClientIdentity client = new ClientIdentity(username, address, false);
        return new ClientVpn(broker.vpn, broker.life, new ClientAccess("default", client)).connected();
    }

    private void create(ObjectName name, AttributeValues values) {
        broker.administration.objects().create(name, values);
    }

    private void createProfile(String name, DefaultAction publish, DefaultAction subscribe) {
        create(ObjectName.of(ObjectKind.ACL_PROFILE, name), Acl.rules(publish, subscribe));
    }

    private void except(ObjectKind kind, String profile, String text) {
        new Acl(broker).except(kind, profile, text);
    }

    private void createUser(String name, String profile) {
        create(ObjectName.of(ObjectKind.CLIENT_USERNAME, name), Acl.withProfile(profile));
    }

    private static void assertRejected(CommitOutcome outcome, String... words) {
        assertThat(outcome).isInstanceOfSatisfying(CommitOutcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
            assertThat(rejected.text()).contains(words);
        });
    }

    @Test
    void applicationsWithoutCredentialsMayPublishAndConsumeEverywhere() {
        broker.createQueue("q", TestVpn.queue(), "a/>");
        MessageVpn anyone = as(ClientIdentity.DEFAULT_USERNAME);

        assertThat(publish(anyone, "a/b")).isInstanceOf(CommitOutcome.Stored.class);
        assertThat(publish(anyone, "#P2P/QUE/q")).isInstanceOf(CommitOutcome.Stored.class);
        bind(anyone, "q").close();
        assertThat(broker.spooled("q")).isEqualTo(2);
    }

    @Test
    void whatAProfileDoesNotAllowIsRefusedAndNowhere() {
        broker.createQueue("q", TestVpn.queue(), ">");
        createProfile("sensors", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "sensors", "sensor/*/>");
        createUser("s1", "sensors");

        assertRejected(publish(as("s1"), "orders/new"), "'s1'", "orders/new");
        assertRejected(publish(as("s1"), "#P2P/QUE/q"), "#P2P/QUE/q");
        assertThat(broker.spooled("q")).isZero();
        assertThat(publish(as("s1"), "sensor/7/t")).isInstanceOf(CommitOutcome.Stored.class);
        assertThat(broker.spooled("q")).isEqualTo(1);
    }

    @Test
    void aUnitIsRefusedWholeForOneOfItsTopics() {
        broker.createQueue("q", TestVpn.queue(), ">");
        createProfile("most", DefaultAction.ALLOW, DefaultAction.ALLOW);
        except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "most", "secret/>");
        createUser("u", "most");
        WorkUnit both =
                new WorkUnit().publish(TestVpn.message("open/a", "x")).publish(TestVpn.message("secret/a", "x"));

        assertRejected(as("u").commit(both), "secret/a");
        assertThat(broker.spooled("q")).isZero();
    }

    @Test
    void subscribingNeedsTheRightForEachTopicThatAFilterSelects() {
        createProfile("some", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        except(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "some", "orders/eu/>");
        createUser("u", "some");
        createProfile("most", DefaultAction.DISALLOW, DefaultAction.ALLOW);
        except(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "most", "orders/secret/>");
        createUser("v", "most");

        subscribe(as("u"), "orders/eu/*/new").close();
        assertDenied(() -> subscribe(as("u"), "orders/>"));
        assertDenied(() -> as("u").createTemporary(new TemporaryRequest.Subscription(TopicFilter.of("orders/*"), "")));
        subscribe(as("v"), "orders/eu/>").close();
        assertDenied(() -> subscribe(as("v"), "orders/>"));
        assertDenied(() -> as("v").endpoints()
                .createEndpoint(
                        EndpointKind.TOPIC_ENDPOINT,
                        "mine",
                        TestVpn.topicEndpoint(),
                        List.of(TopicFilter.of("orders/secret/x"))));
        assertThat(broker.administration.endpoint(EndpointKind.TOPIC_ENDPOINT, "mine"))
                .isEmpty();
        assertDenied(() -> as("u").live().snapshot(TopicName.of("orders/us/1")));
        assertThat(as("u").live().snapshot(TopicName.of("orders/eu/1"))).isEmpty();
    }

    private static LiveSubscription subscribe(MessageVpn vpn, String filter) {
        return vpn.live()
                .subscribe(
                        LiveRequest.of(
                                List.of(TopicFilter.ofDirectSubscriber(filter)), new LiveStart.Nothing(), "client"),
                        () -> {});
    }

    @Test
    void directMessagesAreHeldToTheSameRules() {
        createProfile("none", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        createUser("u", "none");
        Message direct = Message.to(TopicName.of("a/b"))
                .deliveryMode(DeliveryMode.DIRECT)
                .build();

        assertDenied(() -> as("u").live().publish(direct));
        assertDenied(() -> as("u").live().deleteSnapshot(TopicName.of("a/b")));
    }

    @Test
    void anEndpointIsItsOwnersAndForOthersWhatItPermits() {
        broker.createQueue("closed", owned("alice", Permission.NO_ACCESS));
        broker.createQueue("readable", owned("alice", Permission.READ_ONLY));
        broker.createQueue("open", owned("alice", Permission.CONSUME));

        bind(as("alice"), "closed").close();
        assertDenied(() -> bind(as("bob"), "closed"));
        assertDenied(() -> as("bob").browse(EndpointKind.QUEUE, "closed", ""));
        as("bob").browse(EndpointKind.QUEUE, "readable", "");
        assertDenied(() -> bind(as("bob"), "readable"));
        bind(as("bob"), "open").close();
        assertDenied(() -> as("bob").endpoints().deleteEndpoint(EndpointKind.QUEUE, "open"));
        assertDenied(() -> as("bob").endpoints().addSubscription(EndpointKind.QUEUE, "open", TopicFilter.of("a")));
        as("alice").endpoints().deleteEndpoint(EndpointKind.QUEUE, "open");
    }

    @Test
    void whatAClientMakesIsItsOwn() {
        as("alice").endpoints().createEndpoint(EndpointKind.QUEUE, "hers", TestVpn.queue(), List.of());

        assertThat(broker.administration
                        .endpoint(EndpointKind.QUEUE, "hers")
                        .orElseThrow()
                        .settings()
                        .owner())
                .isEqualTo("alice");
        assertDenied(() -> bind(as("bob"), "hers"));
    }

    @Test
    void whoGaveNoCredentialsKeepsWhatItMadeWhenItIsRestricted() {
        MessageVpn anyone = as(ClientIdentity.DEFAULT_USERNAME);
        anyone.endpoints().createEndpoint(EndpointKind.QUEUE, "made", TestVpn.queue(), List.of());
        broker.administration
                .objects()
                .change(
                        ObjectName.of(ObjectKind.CLIENT_USERNAME, ClientIdentity.DEFAULT_USERNAME),
                        Acl.withProfile("default"),
                        -1);

        bind(anyone, "made").close();
        assertDenied(() -> bind(as("bob"), "made"));
    }

    @Test
    void anAdministratorRestrictsWhoGaveNoCredentials() {
        broker.createQueue("q", owned("alice", Permission.NO_ACCESS));
        ObjectName name = ObjectName.of(ObjectKind.CLIENT_USERNAME, ClientIdentity.DEFAULT_USERNAME);
        MessageVpn anyone = as(ClientIdentity.DEFAULT_USERNAME);
        bind(anyone, "q").close();

        broker.administration.objects().change(name, Acl.withProfile("default"), -1);

        assertDenied(() -> bind(anyone, "q"));
        assertThat(publish(anyone, "a")).isInstanceOf(CommitOutcome.Stored.class);
    }

    @Test
    void aDisabledUserMayNothing() {
        createUser("u", "default");
        MessageVpn client = as("u");
        ObjectName name = ObjectName.of(ObjectKind.CLIENT_USERNAME, "u");

        broker.administration
                .objects()
                .change(name, Acl.withProfile("default").with(ClientUsernameAttributes.ENABLED, false), -1);

        assertRejected(publish(client, "a"), "enabled=false");
        assertDenied(() -> as("u"));
        assertDenied(() -> client.createTemporary(new TemporaryRequest.Queue()));
    }

    private void enable(boolean enabled) {
        broker.administration.changeVpn(
                broker.administration.vpn().settings().with(VpnAttributes.ENABLED, enabled), -1);
    }

    @Test
    void nobodyMayUseADisabledVpnAndNothingOnItIsLost() {
        broker.createQueue("q", TestVpn.queue(), "a");
        MessageVpn anyone = as(ClientIdentity.DEFAULT_USERNAME);
        MessageVpn admin = new ClientVpn(
                broker.vpn, broker.life, new ClientAccess("default", new ClientIdentity("root", "::1", true)));
        publish(anyone, "a");
        Flow flow = bind(anyone, "q");
        LiveSubscription subscription = subscribe(admin, "a");

        enable(false);
        broker.duties.runAll();

        assertThat(publish(admin, "a"))
                .isInstanceOfSatisfying(
                        CommitOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.VPN_DOWN));
        assertThatThrownBy(() -> bind(anyone, "q")).hasMessageContaining("'default' is disabled");
        assertThat(flow.endReason()).contains("disabled");
        while (!subscription.isEnded()) {
            subscription.poll();
        }

        enable(true);
        assertThat(broker.spooled("q")).isEqualTo(1);
        assertThat(publish(anyone, "a")).isInstanceOf(CommitOutcome.Stored.class);
        bind(anyone, "q").close();
    }

    @Test
    void fromWhereOneConnectsCounts() {
        createProfile("local", DefaultAction.ALLOW, DefaultAction.ALLOW);
        ObjectName profile = ObjectName.of(ObjectKind.ACL_PROFILE, "local");
        broker.administration
                .objects()
                .change(
                        profile,
                        Acl.rules(DefaultAction.ALLOW, DefaultAction.ALLOW)
                                .with(AclProfileAttributes.CONNECT, DefaultAction.DISALLOW),
                        -1);
        except(ObjectKind.CLIENT_CONNECT_EXCEPTION, "local", "10.1.0.0/16");
        createUser("u", "local");

        as("u", "10.1.255.9");
        assertDenied(() -> as("u", "10.2.0.1"));
        assertDenied(() -> as("u", "::1"));
    }

    @Test
    void aTopicMayNameTheClientItself() {
        createProfile("own", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "own", "users/$client-username/>");
        createUser("u", "own");
        createUser("v", "own");

        assertThat(publish(as("u"), "users/u/x")).isInstanceOf(CommitOutcome.Stored.class);
        assertRejected(publish(as("v"), "users/u/x"), "'v'");
    }

    /** A name of the security domain that has characters of filters must not widen what it may. */
    @Test
    void aNameThatIsAWildcardIsNoWildcard() {
        ObjectName name = ObjectName.of(ObjectKind.ACL_PROFILE, "default");
        broker.administration.objects().change(name, Acl.rules(DefaultAction.DISALLOW, DefaultAction.DISALLOW), -1);
        except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "default", "users/$client-username/>");

        assertRejected(publish(as("*"), "users/u/x"), "users/u/x");
        assertRejected(publish(as(">"), "users/u/x"), "users/u/x");
    }

    @Test
    void whoWasToldATemporaryQueueMayAnswerWhateverTheRules() {
        createProfile("none", DefaultAction.DISALLOW, DefaultAction.DISALLOW);
        createUser("server", "none");
        String reply = broker.vpn.createTemporary(new TemporaryRequest.Queue()).name();

        assertThat(publish(as("server"), "#P2P/QUE/" + reply)).isInstanceOf(CommitOutcome.Stored.class);
        assertDenied(() -> subscribe(as("server"), TopicName.ofTemporary("x").text() + "*"));
    }

    @Test
    void aConsumerLosesAnEndpointThatItMayNotConsumeFromAnyMore() {
        broker.createQueue("q", owned("alice", Permission.CONSUME));
        Flow flow = bind(as("bob"), "q");
        Flow own = bind(as("alice"), "q");

        broker.administration.changeEndpoint(EndpointKind.QUEUE, "q", owned("alice", Permission.READ_ONLY), -1);
        broker.duties.runAll();

        assertThat(flow.endReason()).contains("'bob'", "permission read-only");
        assertThat(own.endReason()).isEmpty();
    }

    @Test
    void aLiveSubscriberLosesATopicThatItMayNotSubscribeToAnyMore() {
        createProfile("all", DefaultAction.ALLOW, DefaultAction.ALLOW);
        createUser("u", "all");
        LiveSubscription subscription = subscribe(as("u"), "a/>");
        except(ObjectKind.SUBSCRIBE_TOPIC_EXCEPTION, "all", "a/secret");

        broker.duties.runAll();

        while (!subscription.isEnded()) {
            subscription.poll();
        }
        assertThat(subscription.endReason()).contains("'u'", "a/>");
    }

    @Test
    void rulesOutliveARestart() {
        createProfile("sensors", DefaultAction.DISALLOW, DefaultAction.ALLOW);
        except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "sensors", "sensor/>");
        createUser("s1", "sensors");

        broker = broker.restarted();

        assertRejected(publish(as("s1"), "orders"), "orders");
        assertThat(publish(as("s1"), "sensor/1")).isInstanceOf(CommitOutcome.Stored.class);
    }

    @Test
    void aProfileThatIsUsedOrPermanentStays() {
        createProfile("p", DefaultAction.ALLOW, DefaultAction.ALLOW);
        except(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "p", "a");
        createUser("u", "p");
        ObjectName profile = ObjectName.of(ObjectKind.ACL_PROFILE, "p");

        assertThatThrownBy(() -> broker.administration.objects().delete(profile, -1))
                .hasMessageContaining("'u'");
        assertThatThrownBy(() ->
                        broker.administration.objects().delete(ObjectName.of(ObjectKind.ACL_PROFILE, "default"), -1))
                .hasMessageContaining("each VPN has it");
        assertThatThrownBy(() -> createUser("v", "missing")).hasMessageContaining("'missing'");

        broker.administration.objects().delete(ObjectName.of(ObjectKind.CLIENT_USERNAME, "u"), -1);
        broker.administration.objects().delete(profile, -1);
        assertThat(broker.administration.objects().count(ObjectKind.PUBLISH_TOPIC_EXCEPTION, "p"))
                .isZero();
    }
}
