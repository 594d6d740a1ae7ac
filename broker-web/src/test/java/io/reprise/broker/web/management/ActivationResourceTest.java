package io.reprise.broker.web.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.ActivationState;
import io.reprise.broker.model.management.ActivationView;
import io.reprise.broker.model.management.Activations;
import io.reprise.broker.model.management.ManagedActivation;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ActivationResourceTest {
    private static final String MONITOR = "SEMP/v2/monitor/msgVpns/default/activations";
    private static final String ACTION = "SEMP/v2/action/msgVpns/default/activations/";

    @RegisterExtension
    final HttpServer server = new HttpServer();

    private static final class ByHand implements ManagedActivation {
        private final String vpn;
        private ActivationState state = ActivationState.RUNNING;

        ByHand(String vpn) {
            this.vpn = vpn;
        }

        @Override
        public ActivationView view(String name) {
            String why = state == ActivationState.PAUSED ? "by an administrator" : "";
            return new ActivationView(
                    name, vpn, EndpointKind.QUEUE, "q", 15, 14, state, why, Instant.ofEpochSecond(77), 8, 9);
        }

        @Override
        public void pause() {
            state = ActivationState.PAUSED;
        }

        @Override
        public void resume() {
            state = ActivationState.RUNNING;
        }
    }

    @BeforeEach
    void activate() {
        Activations activations = server.broker().shared(Activations.class, Activations::new);
        activations.enter("shop.OrderBean#1", new ByHand("default"));
        activations.enter("shop.OtherBean#2", new ByHand("default"));
        activations.enter("shop.ElsewhereBean#3", new ByHand("other"));
    }

    @Test
    void listsThoseOfTheVpn() {
        Answer list = server.as("monitor").get(MONITOR + "?count=1");
        Answer rest = server.as("monitor").get(MONITOR + "?" + list.nextPage());

        assertThat(list.status()).as(list.text()).isEqualTo(200);
        assertThat(list.column("activationName")).containsExactly("shop.OrderBean#1");
        assertThat(rest.column("activationName")).containsExactly("shop.OtherBean#2");
        assertThat(rest.meta().getInt("count")).isEqualTo(2);
    }

    @Test
    void showsHowOneFares() {
        Answer one = server.as("monitor").get(MONITOR + "/shop.OrderBean%231");

        assertThat(one.data().toString())
                .isEqualTo("{\"msgVpnName\":\"default\",\"activationName\":\"shop.OrderBean#1\","
                        + "\"endpointType\":\"queue\",\"endpointName\":\"q\",\"state\":\"RUNNING\",\"reason\":\"\","
                        + "\"since\":77,\"maxSessions\":15,\"openSessions\":14,\"deliveredMsgs\":8,\"failedMsgs\":9}");
    }

    @Test
    void pausesAndResumesOne() {
        Answer paused = server.as("operator").json("PUT", ACTION + "shop.OrderBean%231/pause", "{}");
        Answer list = server.as("monitor").get(MONITOR + "?where=state==PAUSED");
        Answer resumed = server.as("operator").json("PUT", ACTION + "shop.OrderBean%231/resume", "{}");

        assertThat(paused.status()).as(paused.text()).isEqualTo(200);
        assertThat(paused.data().getString("state")).isEqualTo("PAUSED");
        assertThat(paused.data().getString("reason")).isEqualTo("by an administrator");
        assertThat(list.column("activationName")).containsExactly("shop.OrderBean#1");
        assertThat(resumed.data().getString("state")).isEqualTo("RUNNING");
    }

    @Test
    void refusesAnotherVpnsAnUnknownActionAndAttributes() {
        Answer elsewhere = server.as("operator").json("PUT", ACTION + "shop.ElsewhereBean%233/pause", "{}");
        Answer action = server.as("operator").json("PUT", ACTION + "shop.OrderBean%231/stop", "{}");
        Answer body = server.as("operator").json("PUT", ACTION + "shop.OrderBean%231/pause", "{'for':5}");
        Answer monitor = server.as("monitor").json("PUT", ACTION + "shop.OrderBean%231/pause", "{}");

        assertThat(elsewhere.sempError()).isEqualTo("6 NOT_FOUND");
        assertThat(action.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(body.sempError()).isEqualTo("11 INVALID_PARAMETER");
        assertThat(monitor.status()).isEqualTo(403);
        assertThat(server.as("monitor").get(MONITOR + "?where=state!=RUNNING").column("activationName"))
                .isEmpty();
    }
}
