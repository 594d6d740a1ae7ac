package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.store.MariaDbServer;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.HealthCheck;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.model.vpn.VpnName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** VPNs beside each other on one database: what happens to one is nothing to the other [spec 1.1]. */
class SeveralVpnsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String ORDERS = "orders";

    private TestBroker broker = TestBroker.onNewDatabase();

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void oneThatIsCreatedIsServedAtOnceAndAfterARestart() {
        VpnSettings settings = VpnSettings.DEFAULTS.with(VpnAttributes.MAX_SPOOL_USAGE, 7L);

        assertThat(create(ORDERS, settings).vpn().settings()).isEqualTo(settings);
        createQueue(ORDERS, "q", "t");
        assertThat(publish(ORDERS, "t", "one")).isInstanceOf(Stored.class);
        broker = broker.restarted();

        assertThat(broker.broker.vpnNames()).containsExactly("default", ORDERS);
        assertThat(administration(ORDERS).vpn().settings()).isEqualTo(settings);
        assertThat(administration(ORDERS).endpoint(EndpointKind.QUEUE, "#DEAD_MSG_QUEUE"))
                .isPresent();
        assertThat(text(next(consume(ORDERS, "q")))).isEqualTo("one");
    }

    @Test
    void eachHasItsOwnEndpointsSubscriptionsIdsAndQuota() throws SQLException {
        create(ORDERS, VpnSettings.DEFAULTS.with(VpnAttributes.MAX_SPOOL_USAGE, 1L));
        createQueue(ORDERS, "q", "t");
        createQueue("default", "q", "t");

        Stored first = (Stored) publish(ORDERS, "t", "hers");
        Stored other = (Stored) publish("default", "t", "his");

        assertThat(text(next(consume(ORDERS, "q")))).isEqualTo("hers");
        assertThat(text(next(consume("default", "q")))).isEqualTo("his");
        assertThat(first.firstMsgId()).isEqualTo(other.firstMsgId());
        assertThat(number("SELECT COUNT(DISTINCT origin) FROM vpn")).isEqualTo(2);
        assertThat(publish(ORDERS, "t", "x".repeat(1_000_001)))
                .isInstanceOfSatisfying(
                        Rejected.class, full -> assertThat(full.code()).isEqualTo(ErrorCode.VPN_QUOTA_EXCEEDED));
        assertThat(publish("default", "t", "x".repeat(1_000_001))).isInstanceOf(Stored.class);
    }

    @Test
    void aPublishersSequencesAreThoseOfItsVpn() {
        create(ORDERS, VpnSettings.DEFAULTS);
        createQueue(ORDERS, "q", "t");
        createQueue("default", "q", "t");

        stamped(ORDERS, 7);
        stamped("default", 7);
        stamped(ORDERS, 7);

        assertThat(spooled(ORDERS)).isEqualTo(1);
        assertThat(spooled("default")).isEqualTo(1);
    }

    @Test
    void namesThatDifferByCaseAloneAreTwo() {
        create("Orders", VpnSettings.DEFAULTS);
        create("orders", VpnSettings.DEFAULTS);
        createQueue("Orders", "q", "t");

        publish("orders", "t", "x");

        assertThat(spooled("Orders")).isZero();
        assertThat(health("committer.Orders").up()).isTrue();
        assertThat(health("committer.orders").up()).isTrue();
    }

    @Test
    void aNameIsGivenOnce() {
        create(ORDERS, VpnSettings.DEFAULTS);

        assertRefused(
                () -> broker.broker.createVpn(VpnName.of(ORDERS), VpnSettings.DEFAULTS), ErrorCode.ALREADY_EXISTS);
        assertRefused(
                () -> broker.broker.createVpn(VpnName.of("default"), VpnSettings.DEFAULTS), ErrorCode.ALREADY_EXISTS);
    }

    @Test
    void oneThatDoesNotExistIsRefusedByName() {
        assertThatThrownBy(() -> broker.broker.vpn("nope"))
                .isInstanceOf(BrokerException.class)
                .hasMessage("VPN 'nope' does not exist");
    }

    @Test
    void oneThatAnotherBrokerTakesStepsDownWhileTheOtherGoesOn() throws Exception {
        create(ORDERS, VpnSettings.DEFAULTS);
        createQueue(ORDERS, "q", "t");
        createQueue("default", "q", "t");
        DeliverySession untouched = consume("default", "q");
        long epoch = administration("default").statistics().epoch();

        execute("UPDATE vpn_owner SET epoch = epoch + 1 WHERE vpn = 'orders'");

        Awaitility.await()
                .atMost(SOON)
                .until(() -> !health("committer.orders").up()
                        || administration(ORDERS).statistics().epoch() > 2);
        for (int i = 0; i < 50; i++) {
            assertThat(publish("default", "t", "m" + i)).isInstanceOf(Stored.class);
            assertThat(text(next(untouched))).isEqualTo("m" + i);
        }
        assertThat(administration("default").statistics().epoch()).isEqualTo(epoch);
        assertThat(health("committer.default").up()).isTrue();
        Awaitility.await().atMost(SOON).until(() -> health("committer.orders").up());
        assertThat(publish(ORDERS, "t", "again")).isInstanceOf(Stored.class);
    }

    @Test
    void oneThatCantBeOpenedKeepsNoOtherFromIt() throws Exception {
        create(ORDERS, VpnSettings.DEFAULTS.with(VpnAttributes.MAX_SPOOL_USAGE, 7L));
        create("zebra", VpnSettings.DEFAULTS);
        createQueue(ORDERS, "q", "t");
        publish(ORDERS, "t", "x");
        String url = broker.url;
        Awaitility.await()
                .atMost(SOON)
                .until(() -> number("SELECT COUNT(*) FROM checkpoint WHERE vpn = 'orders'") == 1);
        broker.close();
        execute("UPDATE checkpoint SET tail_from = 1000000 WHERE vpn = 'orders'");

        broker = TestBroker.on(
                url, MariaDbServer.shared().user(), MariaDbServer.shared().password());

        assertThat(publish("default", "t", "x")).isInstanceOf(Stored.class);
        assertThat(publish("zebra", "t", "x")).isInstanceOf(Stored.class);
        assertThat(health("committer.zebra").up()).isTrue();
        assertThat(health("committer.orders").up()).isFalse();
        assertThat(health("committer.orders").detail()).contains("1000000");
        assertThat(administration(ORDERS).vpn().settings().maxSpoolBytes()).isEqualTo(7_000_000);
        assertRefused(() -> administration(ORDERS).endpointCount(EndpointKind.QUEUE), ErrorCode.VPN_STARTING);
        assertThat(metrics())
                .contains("reprise_vpn_active{vpn=\"orders\"} 0.0")
                .contains("reprise_vpn_active{vpn=\"zebra\"} 1.0");
    }

    @Test
    void oneIsNotDeletedWhileAnythingIsOnIt() {
        create(ORDERS, VpnSettings.DEFAULTS);
        createQueue(ORDERS, "q", "t");

        assertThatThrownBy(() -> broker.broker.deleteVpn(ORDERS, -1))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("deletion of VPN 'orders'")
                .hasMessageContaining("queue 'q'");
        assertRefused(() -> broker.broker.deleteVpn("default", -1), ErrorCode.NOT_ALLOWED);
        assertRefused(() -> broker.broker.deleteVpn(ORDERS, 17), ErrorCode.VERSION_CONFLICT);
        assertRefused(() -> broker.broker.deleteVpn("nope", -1), ErrorCode.NOT_FOUND);
        assertThat(publish(ORDERS, "t", "goes on")).isInstanceOf(Stored.class);
    }

    @Test
    void messagesOnItsDeadMessageQueueKeepItToo() {
        create(ORDERS, VpnSettings.DEFAULTS);
        MessageVpn vpn = broker.broker.vpn(ORDERS);
        vpn.commit(WorkUnit.publishing(Message.to(TopicName.queueTopic("#DEAD_MSG_QUEUE"))
                        .text("dead")
                        .build()))
                .orThrow();

        assertThatThrownBy(() -> broker.broker.deleteVpn(ORDERS, -1))
                .hasMessageContaining("1 messages on queue '#DEAD_MSG_QUEUE'");
    }

    @Test
    void oneOfTheSameNameKnowsNothingOfTheDeletedOne() throws Exception {
        create(ORDERS, VpnSettings.DEFAULTS.with(VpnAttributes.REJECT_UNMATCHED, true));
        createQueue(ORDERS, "q", "t");
        stamped(ORDERS, 7);
        long origin = number("SELECT origin FROM vpn WHERE name = 'orders'");
        long lastId = administration(ORDERS).statistics().lastMsgId();
        MessageVpn held = broker.broker.vpn(ORDERS);
        administration(ORDERS).deleteEndpoint(EndpointKind.QUEUE, "q");

        long version = administration(ORDERS).vpn().version();
        broker.broker.deleteVpn(ORDERS, version);

        assertThat(broker.broker.vpnNames()).containsExactly("default");
        assertRefused(() -> broker.broker.vpn(ORDERS), ErrorCode.NOT_FOUND);
        assertRefused(
                () -> held.commit(WorkUnit.publishing(message("t", "late"))).orThrow(), ErrorCode.NOT_FOUND);
        assertThat(number("SELECT COUNT(*) FROM publisher_sequence WHERE vpn = 'orders'"))
                .isZero();
        assertThat(number("SELECT COUNT(*) FROM log_entry WHERE vpn = 'orders'"))
                .isEqualTo(3);
        assertThat(metrics()).doesNotContain("orders");

        create(ORDERS, VpnSettings.DEFAULTS);
        assertRefused(() -> broker.broker.deleteVpn(ORDERS, version), ErrorCode.VERSION_CONFLICT);
        assertThat(administration(ORDERS).endpointCount(EndpointKind.QUEUE)).isEqualTo(1);
        createQueue(ORDERS, "q", "t");
        stamped(ORDERS, 7);
        assertThat(spooled(ORDERS)).isEqualTo(1);
        assertThat(number("SELECT origin FROM vpn WHERE name = 'orders'")).isNotEqualTo(origin);
        assertThat(administration(ORDERS).statistics().lastMsgId()).isGreaterThan(lastId);
        broker = broker.restarted();
        assertThat(spooled(ORDERS)).isEqualTo(1);
        assertThat(health("committer.orders").up()).isTrue();
    }

    @Test
    void whatAnotherBrokerMakesAndDeletesIsNoticed() throws Exception {
        try (StandingBy other = new StandingBy(broker.url)) {
            create(ORDERS, VpnSettings.DEFAULTS);

            Awaitility.await()
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(other.broker.vpnNames()).containsExactly("default", ORDERS));
            EngineBroker serving = serving(ORDERS, broker.broker, other.broker);
            EngineBroker looking = serving == broker.broker ? other.broker : broker.broker;
            serving.deleteVpn(ORDERS, -1);

            Awaitility.await()
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(looking.vpnNames()).containsExactly("default"));
            assertThat(number("SELECT COUNT(*) FROM vpn")).isEqualTo(1);
        }
    }

    @Test
    void brokersOnOneDatabaseMayServeAVpnEach() throws Exception {
        String vpn;
        try (StandingBy other = new StandingBy(broker.url)) {
            vpn = makeUntilItServesOne(other.broker);

            assertThat(other.broker.vpn(vpn).commit(WorkUnit.publishing(message("t", "x"))))
                    .isInstanceOf(Stored.class);
            assertThat(publish("default", "t", "x")).isInstanceOf(Stored.class);
        }
        assertThat(serving(vpn, broker.broker)).isSameAs(broker.broker);
        assertThat(publish(vpn, "t", "x")).isInstanceOf(Stored.class);
    }

    /** Who makes one serves it, but if the other is quicker to look. */
    private String makeUntilItServesOne(EngineBroker maker) {
        String vpn;
        int made = 0;
        do {
            vpn = ORDERS + made++;
            maker.createVpn(VpnName.of(vpn), VpnSettings.DEFAULTS);
        } while (serving(vpn, maker, broker.broker) != maker);
        return vpn;
    }

    /** Who of them serves it, as soon as one does. */
    private static EngineBroker serving(String vpn, EngineBroker... brokers) {
        return Awaitility.await()
                .atMost(SOON)
                .until(
                        () -> Arrays.stream(brokers)
                                .filter(each -> each.health().stream()
                                        .anyMatch(check -> check.name().equals("committer." + vpn) && check.up()))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private VpnAdministration create(String vpn, VpnSettings settings) {
        broker.broker.createVpn(VpnName.of(vpn), settings);
        return administration(vpn);
    }

    private VpnAdministration administration(String vpn) {
        return broker.broker.administration(vpn);
    }

    private void createQueue(String vpn, String name, String filter) {
        administration(vpn)
                .createEndpoint(
                        EndpointKind.QUEUE,
                        name,
                        EndpointSettings.clientCreated(EndpointKind.QUEUE),
                        List.of(TopicFilter.of(filter)));
    }

    private static Message message(String topic, String text) {
        return Message.to(TopicName.of(topic)).text(text).build();
    }

    private CommitOutcome publish(String vpn, String topic, String text) {
        return broker.broker.vpn(vpn).commit(WorkUnit.publishing(message(topic, text)));
    }

    private void stamped(String vpn, long sequence) {
        Message message = Message.to(TopicName.of("t"))
                .publisher(new PublisherStamp("p", sequence))
                .text("once")
                .build();
        broker.broker.vpn(vpn).commit(WorkUnit.publishing(message)).orThrow();
    }

    private DeliverySession consume(String vpn, String queue) {
        return broker.broker
                .vpn(vpn)
                .bind(new BindRequest(EndpointKind.QUEUE, queue, "test"))
                .openSession();
    }

    private static Delivery next(DeliverySession session) {
        return Objects.requireNonNull(session.receive(SOON), "no message came");
    }

    private static String text(Delivery delivery) {
        return new String(delivery.message().body(), StandardCharsets.UTF_8);
    }

    private long spooled(String vpn) {
        return administration(vpn).endpointStatistics(EndpointKind.QUEUE, "q").spooledMsgCount();
    }

    private HealthCheck health(String name) {
        return broker.broker.health().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String metrics() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        broker.broker.writeMetrics(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private Connection connect() throws SQLException {
        return MariaDbServer.shared().connect(broker.url.substring(broker.url.lastIndexOf('/') + 1));
    }

    private static void assertRefused(Runnable call, ErrorCode code) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BrokerException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }
}
