package io.reprise.broker.web.receive;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One settlement of a consumer's messages: those to be accepted are acknowledged together, durably, before anything else is done; if that
 * is refused nothing is. What failed or is rejected is on disk before the answer, too. One thread.
 */
final class SettleWork {
    private final MessageVpn vpn;
    private final HttpConsumer consumer;
    private final HeldMessages held;
    private final Map<Settlement, List<Held>> wanted = new EnumMap<>(Settlement.class);

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
     *     not known what became of some
     */
    Map<String, Settlement> run(SettleOrder order) {
        order.wanted()
                .forEach((token, settlement) ->
                        held.begin(token).ifPresent(begun -> wanted(settlement).add(begun)));
        boolean done = false;
        try {
            accept(wanted(Settlement.ACCEPTED));
            done = true;
        } finally {
            if (!done) {
                held.undo(wanted.values().stream().flatMap(List::stream).toList());
            }
        }
        wanted(Settlement.RELEASED).forEach(message -> {
            consumer.session().giveBack(message.delivery());
            held.end(message, Settlement.RELEASED);
        });
        fail();
        Map<String, Settlement> outcomes = new LinkedHashMap<>();
        order.wanted().keySet().forEach(token -> outcomes.put(token, held.outcome(token)));
        return outcomes;
    }

    private List<Held> wanted(Settlement settlement) {
        return wanted.computeIfAbsent(settlement, key -> new ArrayList<>());
    }

    private void accept(List<Held> accepting) {
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

    /**
     * What failed and what is rejected, all put to the log before the first is waited for. Past the first that isn't stored none is: what
     * kept it keeps the others, and it is not known what becomes of them.
     */
    private void fail() {
        Map<Held, PendingOutcome> pending = new LinkedHashMap<>();
        wanted(Settlement.FAILED).forEach(message -> pending.put(message, vpn.fail(message.delivery())));
        wanted(Settlement.REJECTED).forEach(message -> pending.put(message, vpn.reject(message.delivery())));
        CommitOutcome last = new CommitOutcome.Stored(0, 0);
        for (Map.Entry<Held, PendingOutcome> each : pending.entrySet()) {
            if (last instanceof CommitOutcome.Stored) {
                last = each.getValue().await();
                held.end(each.getKey(), ending(each.getKey(), last));
            } else {
                held.end(each.getKey(), Settlement.UNKNOWN);
            }
        }
        if (pending.keySet().stream().anyMatch(message -> held.outcome(message.token()) == Settlement.UNKNOWN)) {
            throw new BrokerException(ErrorCode.OUTCOME_UNKNOWN, "whether attempts were counted: " + last);
        }
    }

    /** One that could not be counted is offered again all the same; one that is rejected and has nowhere to go has failed. */
    private Settlement ending(Held message, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Stored stored) {
            boolean died = wanted(Settlement.REJECTED).contains(message) && stored.messages() > 0;
            return died ? Settlement.REJECTED : Settlement.FAILED;
        }
        return outcome instanceof CommitOutcome.Unknown ? Settlement.UNKNOWN : Settlement.RELEASED;
    }
}
