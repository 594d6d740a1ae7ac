package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.reprise.broker.it.adapter.probe.AccessServlet;
import io.reprise.broker.it.adapter.probe.GuardedBean;
import io.reprise.broker.it.adapter.probe.StrangerBean;
import io.reprise.broker.it.suite.RepriseClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Access rules held against a bean, an application and HTTP, with users of the server's own realm [spec 5.4]. */
@ExtendWith(RunningBroker.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String AS_SHOPPER = "&user=" + GuardedBean.USER + "&password=" + GuardedBean.PASSWORD;

    private final RepriseClient admin;
    private final RepriseClient shopper;
    private final ProbeApplication application;
    private final ServerLog log;

    AccessIT(RunningBroker broker) {
        admin = broker.client();
        shopper = broker.client(GuardedBean.USER, GuardedBean.PASSWORD);
        application = broker.application("access");
        log = ServerLog.fromNow(broker);
    }

    @BeforeAll
    void restrictTheUser() {
        admin.createQueue("it.guarded", Map.of("owner", GuardedBean.USER));
        admin.createQueue("it.closed", Map.of());
        admin.createQueue("it.all", Map.of());
        admin.subscribe("it.all", "it/>");
        admin.configure("POST", "aclProfiles", Map.of("aclProfileName", "it", "clientConnectDefaultAction", "allow"));
        admin.configure(
                "POST", "aclProfiles/it/publishTopicExceptions", Map.of("publishTopicException", "it/allowed/>"));
        admin.configure(
                "POST",
                "clientUsernames",
                Map.of("clientUsername", GuardedBean.USER, "aclProfileName", "it", "enabled", true));
        application.deploy(GuardedBean.class, StrangerBean.class, AccessServlet.class);
    }

    @AfterAll
    void clear() {
        application.undeploy();
        admin.configure("DELETE", "clientUsernames/" + GuardedBean.USER, Map.of());
        admin.configure("DELETE", "aclProfiles/it", Map.of());
        for (String queue : new String[] {"it.guarded", "it.closed", "it.all"}) {
            admin.deleteQueue(queue);
        }
    }

    private String does(String what) {
        return application.get("access?do=" + what);
    }

    @Test
    void aBeanConsumesAsItsUserWhatIsItsUsersOwn() {
        admin.sendToQueue("it.guarded", "for the owner");

        assertThat(application.awaitSeen("GuardedBean", 1)).hasSize(1);
    }

    @Test
    void aBeanWithAWrongPasswordGivesUpAndSaysSo() {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> log.containing("StrangerBean").stream().anyMatch(line -> line.contains("gives up")));

        assertThat(log.containing("StrangerBean"))
                .anyMatch(line -> line.contains("connecting as user '" + GuardedBean.USER + "'"))
                .noneMatch(line -> line.contains("guessed"));
        assertThat(application.seen(line -> line.startsWith("StrangerBean"))).isEmpty();
    }

    @Test
    void anApplicationIsHeldToTheRulesOfTheUserThatItGives() {
        assertThat(does("send&topic=it/allowed/1" + AS_SHOPPER)).isEqualTo("sent");
        assertThat(does("send&topic=it/other" + AS_SHOPPER))
                .startsWith("JMSSecurityRuntimeException")
                .contains("'shopper'", "it/other");
        assertThat(does("receive&queue=it.closed" + AS_SHOPPER))
                .startsWith("JMSSecurityRuntimeException")
                .contains("queue 'it.closed'", "permission no-access");
    }

    @Test
    void aSendInATransactionOfTheContainerIsRefusedAtOnce() {
        long before = admin.depth("it.all");

        assertThat(does("send-in-transaction&topic=it/other" + AS_SHOPPER))
                .startsWith("JMSSecurityRuntimeException")
                .contains("it/other");
        assertThat(admin.depth("it.all")).isEqualTo(before);
        assertThat(does("send-in-transaction&topic=it/allowed/2" + AS_SHOPPER)).isEqualTo("sent");
        assertThat(admin.depth("it.all")).isEqualTo(before + 1);
    }

    @Test
    void anApplicationThatGivesNoUserMayWhatItMightBefore() {
        admin.sendToQueue("it.closed", "for anybody in the server");

        assertThat(does("receive&queue=it.closed")).isEqualTo("for anybody in the server");
        assertThat(does("send&topic=it/other")).isEqualTo("sent");
    }

    @Test
    void whoeverIsNoClientOfTheServersDomainIsTurnedAway() {
        for (Map.Entry<String, String> other : List.of(
                Map.entry(GuardedBean.USER, "wrong"),
                Map.entry(GuardedBean.USER, ""),
                Map.entry("stranger", GuardedBean.PASSWORD),
                Map.entry("stranger", ""),
                Map.entry(RunningBroker.GUEST.name(), RunningBroker.GUEST.password()))) {
            String as = "&user=" + other.getKey() + "&password=" + other.getValue();

            assertThat(does("send&topic=it/allowed/1" + as))
                    .startsWith("JMSSecurityRuntimeException")
                    .contains("connecting as user '" + other.getKey() + "'");
            assertThat(does("send&topic=it/allowed/1" + AS_SHOPPER)).isEqualTo("sent");
        }
    }

    @Test
    void aPooledConnectionIsNotAnothers() {
        for (int i = 0; i < 3; i++) {
            assertThat(does("send&topic=it/other")).isEqualTo("sent");
            assertThat(does("send&topic=it/other" + AS_SHOPPER)).startsWith("JMSSecurityRuntimeException");
        }
    }

    @Test
    void httpIsHeldToTheSameRules() {
        shopper.publish("it/allowed/3", "x");

        assertThat(catchThrowable(() -> shopper.publish("it/other", "x")))
                .hasMessageContaining("403")
                .hasMessageContaining("'shopper'")
                .hasMessageContaining("it/other");
    }
}
