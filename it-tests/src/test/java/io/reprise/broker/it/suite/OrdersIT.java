package io.reprise.broker.it.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.as.arquillian.api.ServerSetup;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The suite of the README's chapter for other people, and what else the kit's words do. */
@ArquillianTest
@RunAsClient
@ServerSetup(RepriseServerSetup.class)
class OrdersIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    @Deployment
    static WebArchive application() {
        return ShrinkWrap.create(WebArchive.class, "orders.war").addClass(OrderListener.class);
    }

    @Test
    void dealsWithEveryOrder() {
        RepriseClient broker = RepriseServerSetup.client();
        broker.awaitConsumers("orders", 1, SOON);

        broker.publish("orders/eu/new", "{\"item\": 7}");

        broker.awaitDrained("orders", SOON);
        assertThat(broker.statistic("orders", "acknowledgedMsgs")).isPositive();
    }

    @Test
    void purgesWhatNobodyReceives() {
        RepriseClient broker = RepriseServerSetup.client();
        broker.createQueue("archive", Map.of("maxMsgSize", 100));
        broker.subscribe("archive", "old/*/é >");
        broker.publish("old/years/é >", "1999");
        broker.sendToQueue("archive", "1998");
        assertThat(broker.depth("archive")).isEqualTo(2);

        assertThat(broker.purge("archive")).isEqualTo(2);

        assertThat(broker.depth("archive")).isZero();
    }
}
