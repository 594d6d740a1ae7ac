package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.error.ErrorKind;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.ra.jms.ReplayWish;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Asks for the replay that an activation wants, whenever it is bound: the engine knows what it has granted before. One thread at a
 * time.
 */
final class ActivationReplay {
    private static final Logger LOG = System.getLogger(ActivationReplay.class.getName());

    private final String name;
    private final InstantSource clock;

    /** @param name the activation's */
    ActivationReplay(String name, InstantSource clock) {
        this.name = name;
        this.clock = clock;
    }

    /**
     * Asks.
     *
     * @throws ReplayRefusedException if it can't be had
     * @throws BrokerException if that isn't known, as when the engine goes away meanwhile
     */
    void ask(ReplayWish wish, Flow flow) {
        try {
            tell(wish, wish.ask(flow, clock));
        } catch (BrokerException e) {
            throw isRefusal(e.code()) && flow.endReason().isEmpty() ? new ReplayRefusedException(e) : e;
        }
    }

    private void tell(ReplayWish wish, Optional<ReplayRange> granted) {
        String what = granted.map(range -> "replays the " + range.loggedMsgs() + " messages of the log from "
                        + range.firstMsgId() + " to " + range.lastMsgId() + " that its endpoint attracts")
                .orElse("was granted that before, and goes on where it was");
        LOG.log(Level.INFO, "{0} asks for {1}: {2}", name, wish, what);
    }

    private static boolean isRefusal(ErrorCode code) {
        return code.kind() == ErrorKind.REPLAY
                || switch (code) {
                    case INVALID_PARAMETER, NOT_SUPPORTED, ACCESS_DENIED -> true;
                    default -> false;
                };
    }
}
