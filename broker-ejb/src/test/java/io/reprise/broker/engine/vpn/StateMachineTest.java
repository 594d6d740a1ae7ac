package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.commit.OperationState;
import io.reprise.broker.engine.deliver.DeliveryFact;
import io.reprise.broker.engine.deliver.EngineDelivery.Settlement;
import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.management.ActivationState;
import io.reprise.broker.model.replay.ReplayState;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** STYLE 6: the moves of each state machine are a table in the code, and the diagrams are drawn from it. */
class StateMachineTest {
    @Test
    void everyMachineEndsAndNothingLeadsOutOfTheEnd() {
        assertThat(OperationState.SETTLED.next()).isEmpty();
        assertThat(Settlement.SETTLED.next()).isEmpty();
        assertThat(DeliveryFact.ACKNOWLEDGED.next()).isEmpty();
        assertThat(DeliveryFact.REMOVED.next()).isEmpty();
        assertThat(VpnStatus.STOPPED.next()).isEmpty();
        assertThat(ActivationState.STOPPED.next()).isEmpty();
        for (VpnStatus status : VpnStatus.values()) {
            assertThat(status == VpnStatus.STOPPED || status.next().contains(VpnStatus.STOPPED))
                    .isTrue();
        }
    }

    @Test
    void onlyWhatWasPresentedCanFail() {
        for (DeliveryFact fact : DeliveryFact.values()) {
            assertThat(fact.next().contains(DeliveryFact.FAILED)).isEqualTo(fact == DeliveryFact.PRESENTED);
            assertThat(fact.next().contains(DeliveryFact.PRESENTED)).isEqualTo(fact == DeliveryFact.CLAIMED);
        }
    }

    @Test
    void thePageIsWhatTheTablesSay() {
        CheckedInDocument.named("state-machine.md")
                .mustBe("""
                        # State machines

                        Produced from the tables in the code; do not edit.

                        ## An operation on its way to the log: `OperationState`

                        Put in by its caller, taken and settled by the committer. A timeout may withdraw it from `QUEUED` only [LOG.md L5].

                        """
                        + diagram(OperationState.values(), OperationState::next)
                        + """

                        ## A message on an endpoint: `DeliveryFact`

                        What is true of it and the consumer it is with. Only what was `PRESENTED` can have `FAILED`, and only that counts [spec 4.3].
                        `EndpointDispatch` holds each message to this table where assertions are enabled, as in all tests.

                        """
                        + diagram(DeliveryFact.values(), DeliveryFact::next)
                        + """

                        ## A delivery: `EngineDelivery.Settlement`

                        From the moment a message is presented to a session. Who makes the move out of `PRESENTED` first settles it. A release while
                        a unit with it is open waits for that unit: void if it is stored, counted if it is rejected.

                        """
                        + diagram(Settlement.values(), Settlement::next)
                        + """

                        ## The replay of an endpoint: `ReplayState`

                        Each move is one effect in the log, so that a restart goes on where it stood. While it holds live messages back (`INITIALIZING`,
                        `ACTIVE`) nothing new is offered; the join, to `PENDING_COMPLETE`, offers what was held back behind the copies [spec 2.4, LOG.md L21].

                        """
                        + diagram(ReplayState.values(), ReplayState::next)
                        + """

                        ## A VPN on this server: `VpnStatus`

                        `RECOVERING`: it stepped down by itself, as what is in memory and what is on disk may differ. `FENCED`: another broker owns it,
                        and this one stands by until that one is gone.

                        """
                        + diagram(VpnStatus.values(), VpnStatus::next)
                        + """

                        ## An activation of a message-driven bean: `ActivationState`

                        `PAUSED`: after too many failed deliveries in a row, or by an administrator, whose pause replaces that after failures. It is
                        not bound meanwhile; `GIVEN_UP`: it has looked for its endpoint `setupAttempts` times, or the replay that it wants was refused. A resume
                        leads out of both.

                        """
                        + diagram(ActivationState.values(), ActivationState::next));
    }

    private static <S extends Enum<S>> String diagram(S[] states, Function<S, Set<S>> next) {
        StringBuilder text = new StringBuilder("```mermaid\nstateDiagram-v2\n    [*] --> " + states[0] + "\n");
        for (S state : states) {
            next.apply(state)
                    .forEach(to -> text.append("    ")
                            .append(state)
                            .append(" --> ")
                            .append(to)
                            .append('\n'));
            if (next.apply(state).isEmpty()) {
                text.append("    ").append(state).append(" --> [*]\n");
            }
        }
        return text.append("```\n").toString();
    }
}
