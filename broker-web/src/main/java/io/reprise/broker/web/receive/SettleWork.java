package io.reprise.broker.web.receive;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One settlement of a consumer's messages: those to be accepted are acknowledged together, durably, before anything else is done; if that
 * is refused nothing is. One thread.
 */
final class SettleWork {
    private final MessageVpn vpn;
    private final HttpConsumer consumer;
    private final HeldMessages held;
    private final List<Held> accepting = new ArrayList<>();
    private final List<Held> releasing = new ArrayList<>();
    private final List<Held> rejecting = new ArrayList<>();

    SettleWork(MessageVpn vpn, HttpConsumer consumer) {
        this.vpn = vpn;
        this.consumer = consumer;
        this.held = consumer.held();
    }

    /**
     * Settles.
     *
     * @return what became of each token
     * @throws BrokerException why they could not be acknowledged, and then the client has all of them as before; OUTCOME_UNKNOWN if it is
     *     not known whether they were
     */
    Map<String, Settlement> run(SettleOrder order) {
        order.wanted()
                .forEach((token, wanted) ->
                        held.begin(token).ifPresent(begun -> listOf(wanted).add(begun)));
        boolean done = false;
        try {
            accept();
            done = true;
        } finally {
            if (!done) {
                held.undo(all());
            }
        }
        releasing.forEach(message -> {
            consumer.session().giveBack(message.delivery());
            held.end(message, Settlement.RELEASED);
        });
        rejecting.forEach(message -> {
            consumer.session().release(message.delivery());
            held.end(message, Settlement.REJECTED);
        });
        Map<String, Settlement> outcomes = new LinkedHashMap<>();
        order.wanted().keySet().forEach(token -> outcomes.put(token, held.outcome(token)));
        return outcomes;
    }

    private List<Held> listOf(Settlement wanted) {
        return switch (wanted) {
            case ACCEPTED -> accepting;
            case RELEASED -> releasing;
            default -> rejecting;
        };
    }

    private List<Held> all() {
        List<Held> all = new ArrayList<>(accepting);
        all.addAll(releasing);
        all.addAll(rejecting);
        return all;
    }

    private void accept() {
        if (accepting.isEmpty()) {
            return;
        }
        WorkUnit unit = new WorkUnit();
        accepting.forEach(message -> unit.acknowledge(message.delivery()));
        CommitOutcome outcome = vpn.commit(unit);
        if (outcome instanceof CommitOutcome.Unknown unknown) {
            accepting.forEach(message -> held.end(message, Settlement.UNKNOWN));
            throw new BrokerException(ErrorCode.OUTCOME_UNKNOWN, unknown.text());
        }
        outcome.orThrow();
        accepting.forEach(message -> held.end(message, Settlement.ACCEPTED));
    }
}
