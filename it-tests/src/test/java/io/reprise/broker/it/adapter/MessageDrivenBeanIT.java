package io.reprise.broker.it.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.adapter.probe.AutoBean;
import io.reprise.broker.it.adapter.probe.ColoursServlet;
import io.reprise.broker.it.adapter.probe.DescribedBean;
import io.reprise.broker.it.adapter.probe.DupsOkBean;
import io.reprise.broker.it.adapter.probe.OrderedBean;
import io.reprise.broker.it.adapter.probe.Parcel;
import io.reprise.broker.it.adapter.probe.SelectiveBean;
import io.reprise.broker.it.adapter.probe.SubscribedBean;
import io.reprise.broker.it.adapter.probe.TimeoutBean;
import io.reprise.broker.it.adapter.probe.TransactedBean;
import io.reprise.broker.it.adapter.probe.TypesBean;
import io.reprise.broker.it.adapter.probe.TypesServlet;
import io.reprise.broker.it.suite.RepriseClient;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Beans of another deployment, with no class of the broker on their path, on a real server. */
@ExtendWith(RunningBroker.Extension.class)
class MessageDrivenBeanIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static ProbeApplication application;
    private static RepriseClient client;

    @BeforeAll
    static void deployBeans(RunningBroker broker) {
        client = broker.client();
        application = broker.application("beans");
        application.deploy(application
                .archive(
                        AutoBean.class,
                        ColoursServlet.class,
                        DescribedBean.class,
                        DupsOkBean.class,
                        OrderedBean.class,
                        SelectiveBean.class,
                        SubscribedBean.class,
                        TimeoutBean.class,
                        TransactedBean.class,
                        Parcel.class,
                        TypesBean.class,
                        TypesServlet.class)
                .addAsWebInfResource(new StringAsset(EJB_JAR), "ejb-jar.xml")
                .addAsWebInfResource(new StringAsset(JBOSS_EJB3), "jboss-ejb3.xml"));
        for (String queue : List.of("auto", "described", "dupsok", "ordered", "selective", "timeout", "transacted")) {
            client.awaitConsumers("it." + queue, 1, PATIENCE);
        }
    }

    private static final String EJB_JAR = """
            <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
                <enterprise-beans>
                    <message-driven>
                        <ejb-name>Described</ejb-name>
                        <ejb-class>io.reprise.broker.it.adapter.probe.DescribedBean</ejb-class>
                        <messaging-type>jakarta.jms.MessageListener</messaging-type>
                        <transaction-type>Container</transaction-type>
                        <message-destination-type>jakarta.jms.Queue</message-destination-type>
                        <activation-config>
                            <activation-config-property>
                                <activation-config-property-name>destination</activation-config-property-name>
                                <activation-config-property-value>it.described</activation-config-property-value>
                            </activation-config-property>
                            <activation-config-property>
                                <activation-config-property-name>autoCreate</activation-config-property-name>
                                <activation-config-property-value>true</activation-config-property-value>
                            </activation-config-property>
                        </activation-config>
                    </message-driven>
                </enterprise-beans>
            </ejb-jar>
            """;

    private static final String JBOSS_EJB3 = """
            <jboss:ejb-jar xmlns:jboss="urn:jboss:jakartaee:1.0" xmlns="https://jakarta.ee/xml/ns/jakartaee"
                    xmlns:r="urn:resource-adapter-binding:2.0" version="4.0" impl-version="2.0">
                <assembly-descriptor>
                    <r:resource-adapter-binding>
                        <ejb-name>Described</ejb-name>
                        <r:resource-adapter-name>broker-ear.ear#broker-rar.rar</r:resource-adapter-name>
                    </r:resource-adapter-binding>
                </assembly-descriptor>
            </jboss:ejb-jar>
            """;

    @BeforeEach
    void forget() {
        application.forget();
    }

    @Test
    void deliversByTheServersDefaultAdapter() {
        client.sendToQueue("it.transacted", "a");

        assertThat(application.awaitSeen("transacted", 1)).containsExactly("transacted a #1");
        client.awaitDrained("it.transacted", PATIENCE);
    }

    @Test
    void deliversByTheAdapterThatJbossEjb3XmlNames() {
        client.sendToQueue("it.described", "a");

        assertThat(application.awaitSeen("described", 1)).containsExactly("described a #1");
    }

    @Test
    void redeliversAfterAnExceptionWithTheCount() {
        client.sendToQueue("it.transacted", "a throw=2");

        assertThat(application.awaitSeen("transacted", 3))
                .containsExactly("transacted a #1", "transacted a #2 again", "transacted a #3 again");
        client.awaitDrained("it.transacted", PATIENCE);
    }

    @Test
    void redeliversAfterSetRollbackOnly() {
        client.sendToQueue("it.transacted", "a rollback=1");

        assertThat(application.awaitSeen("transacted", 2)).containsExactly("transacted a #1", "transacted a #2 again");
        client.awaitDrained("it.transacted", PATIENCE);
    }

    @Test
    void keepsOrderOnAnExclusiveQueueWithOneSessionThoughAMessageFails() {
        IntStream.rangeClosed(1, 20)
                .forEach(i -> client.sendToQueue("it.ordered", "m" + i + (i == 5 ? " throw=2" : "")));

        List<String> expected = IntStream.rangeClosed(1, 20)
                .boxed()
                .flatMap(i -> i == 5
                        ? List.of("ordered m5 #1", "ordered m5 #2 again", "ordered m5 #3 again").stream()
                        : List.of("ordered m" + i + " #1").stream())
                .toList();
        assertThat(application.awaitSeen("ordered", 22)).containsExactlyElementsOf(expected);
    }

    @Test
    void goesOnWithOtherMessagesWhileOneIsSlow() {
        client.sendToQueue("it.transacted", "slow gate=slow");
        application.awaitSeen("transacted", 1);

        IntStream.rangeClosed(1, 50).forEach(i -> client.sendToQueue("it.transacted", "m" + i));

        assertThat(application.awaitSeen("transacted", 51)).hasSize(51);
        application.openGate("slow");
        client.awaitDrained("it.transacted", PATIENCE);
    }

    @Test
    void redeliversAfterATransactionTimeoutOnceTheBeanHasComeBack() {
        client.sendToQueue("it.timeout", "a late=1 gate=late");
        assertThat(application.awaitSeen("timeout", 2)).containsExactly("timeout a #1", "timeout a rolled back");

        client.sendToQueue("it.timeout", "b");
        assertThat(application.awaitSeen("timeout", 3))
                .as("the first attempt at a still runs")
                .last()
                .isEqualTo("timeout b #1");
        application.openGate("late");

        assertThat(application.awaitSeen("timeout", 5).subList(3, 5))
                .containsExactly("timeout a came back", "timeout a #2 again");
    }

    @Test
    void acknowledgesAfterReturnWithoutATransaction() {
        client.sendToQueue("it.auto", "a throw=1");
        client.sendToQueue("it.dupsok", "b throw=1");

        assertThat(application.awaitSeen("auto", 2)).containsExactly("auto a #1", "auto a #2 again");
        assertThat(application.awaitSeen("dupsok", 2)).containsExactly("dupsok b #1", "dupsok b #2 again");
        client.awaitDrained("it.auto", PATIENCE);
        client.awaitDrained("it.dupsok", PATIENCE);
    }

    @Test
    void deliversWhatASelectorWantsAndLeavesTheRest() {
        application.get("colours");

        assertThat(application.awaitSeen("selective", 3))
                .containsExactlyInAnyOrder("selective r1 #1", "selective r2 #1", "selective r2 #2 again");
        assertThat(application.awaitSeen("browsed", 2)).containsExactly("browsed b1", "browsed urgent");
        assertThat(client.purge("it.selective")).isEqualTo(2);
        client.awaitDrained("it.selective", PATIENCE);
    }

    @Test
    void deliversADurableSubscriptionsMessages() {
        client.publish("it/prices/gold", "a");

        assertThat(application.awaitSeen("subscribed", 1)).containsExactly("subscribed a #1");
        application.awaitSeen("from it/prices/gold");
    }

    /** Trap 13: an object message is brought to life with the application's loader. */
    @Test
    void readsEveryMessageTypeWithItsHeadersAndProperties() {
        application.get("types");

        String rest = " c 7 red true";
        assertThat(application.awaitSeen("types", 6))
                .containsExactly(
                        "types text:t" + rest,
                        "types bytes:3" + rest,
                        "types map:4" + rest,
                        "types stream:5" + rest,
                        "types object:6" + rest,
                        "types none" + rest);
    }
}
