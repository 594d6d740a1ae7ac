package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.push.RestConsumerAttributes;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeliveryPointPartsTest {
    private static final String POINTS = "SEMP/v2/config/msgVpns/default/restDeliveryPoints";
    private static final String CONSUMERS = POINTS + "/shop/restConsumers";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void createAPoint() {
        server.as("admin").json("POST", POINTS, "{'restDeliveryPointName':'shop'}");
    }

    private Answer admin(String verb, String path, String body) {
        return server.as("admin").json(verb, path, body);
    }

    private String storedPassword() {
        return server.vpn()
                .objects()
                .find(new ObjectName(ObjectKind.REST_CONSUMER, "shop", "hook"))
                .orElseThrow()
                .values()
                .get(RestConsumerAttributes.BASIC_PASSWORD);
    }

    @Test
    void createsAConsumerAndNeverShowsItsPassword() {
        Answer created = admin(
                "POST",
                CONSUMERS,
                "{'restConsumerName':'hook','remoteHost':'hooks.example','authenticationScheme':'http-basic',"
                        + "'authenticationHttpBasicUsername':'me','authenticationHttpBasicPassword':'hush'}");

        assertThat(created.status()).as(created.text()).isEqualTo(200);
        assertThat(created.data().getString("remoteHost")).isEqualTo("hooks.example");
        assertThat(storedPassword()).isEqualTo("hush");
        assertThat(created.text()
                        + server.as("admin").get(CONSUMERS).text()
                        + server.as("admin").get(CONSUMERS + "/hook").text()
                        + server.as("admin")
                                .get(CONSUMERS.replace("config", "monitor"))
                                .text())
                .doesNotContain("hush")
                .doesNotContain("BasicPassword");
        assertThat(server.as("admin")
                        .get(CONSUMERS + "?where=authenticationHttpBasicPassword==h*")
                        .status())
                .as("nor lets it be guessed")
                .isEqualTo(400);
    }

    @Test
    void keepsThePasswordWhereAChangeOrReplacementDoesNotGiveIt() {
        admin("PUT", CONSUMERS + "/hook", "{'remoteHost':'a.example','authenticationHttpBasicPassword':'hush'}");

        admin("PATCH", CONSUMERS + "/hook", "{'remotePort':99}");
        assertThat(storedPassword()).isEqualTo("hush");
        Answer replaced = admin("PUT", CONSUMERS + "/hook", "{'remoteHost':'b.example'}");
        assertThat(storedPassword()).isEqualTo("hush");
        assertThat(replaced.data().getInt("remotePort")).isEqualTo(8080);
        admin("PATCH", CONSUMERS + "/hook", "{'authenticationHttpBasicPassword':''}");
        assertThat(storedPassword()).isEmpty();
    }

    @Test
    void showsFiguresInMonitor() {
        admin("PUT", CONSUMERS + "/hook", "{}");

        Answer answer =
                server.as("monitor").get((CONSUMERS + "/hook?select=up,ackedMsgs").replace("config", "monitor"));

        assertThat(answer.data()).hasToString("{\"up\":false,\"ackedMsgs\":0}");
    }

    @Test
    void refusesWhatIsNotOfferedByName() {
        Answer answer = admin("POST", CONSUMERS, "{'restConsumerName':'hook','httpMethod':'put'}");

        assertThat(answer.sempError()).startsWith("14 ");
        assertThat(answer.text()).contains("httpMethod");
    }
}
