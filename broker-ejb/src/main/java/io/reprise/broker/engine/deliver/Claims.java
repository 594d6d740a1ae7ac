package io.reprise.broker.engine.deliver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages that sessions have taken and not settled, before and after they are presented. Not thread-safe: guarded by its
 * {@link DispatchMonitor}.
 */
final class Claims {
    private final Map<Long, Claim> inFlight = new HashMap<>();
    /** How many are on their way back to their places. */
    private int returning;
    /** One of them came back since {@link #takeReturned}. */
    private boolean returned;

    private static final class Claim {
        final EngineSession session;

        @Nullable
        EngineDelivery delivery;

        /** Why it is on its way back to its place; null if it isn't. */
        @Nullable
        DeliveryFact returning;

        Claim(EngineSession session) {
            this.session = session;
        }
    }

    void add(EngineSession session, long msgId) {
        inFlight.put(msgId, new Claim(session));
        session.flow().took();
    }

    /** What is true of it, if a session has it; else null. */
    @Nullable
    DeliveryFact fact(long msgId) {
        Claim claim = inFlight.get(msgId);
        if (claim == null) {
            return null;
        }
        if (claim.returning != null) {
            return claim.returning;
        }
        return claim.delivery != null && claim.delivery.wasPresented() ? DeliveryFact.PRESENTED : DeliveryFact.CLAIMED;
    }

    boolean isOf(EngineSession session, long msgId) {
        Claim claim = inFlight.get(msgId);
        return claim != null && claim.session == session;
    }

    /** Whether it is this delivery of its message that counts, not one from before a replay that began, and failed, since. */
    boolean isOf(EngineDelivery delivery) {
        Claim claim = inFlight.get(delivery.msgId());
        return claim != null && claim.delivery == delivery;
    }

    /** Whether its message was taken anew since, by whomever. */
    boolean isOvertaken(EngineDelivery delivery) {
        Claim claim = inFlight.get(delivery.msgId());
        return claim != null && claim.delivery != delivery;
    }

    /** Whether a session has it and has not failed at it. */
    boolean isHeld(long msgId) {
        Claim claim = inFlight.get(msgId);
        return claim != null && claim.returning != DeliveryFact.FAILED;
    }

    /** It was read; there must be a claim. */
    void read(long msgId, EngineDelivery delivery) {
        Objects.requireNonNull(inFlight.get(msgId)).delivery = delivery;
    }

    /** It is on its way back. */
    void returning(EngineDelivery delivery, DeliveryFact why) {
        Claim claim = inFlight.get(delivery.msgId());
        if (claim != null && claim.delivery == delivery && claim.returning == null) {
            claim.returning = why;
            returning++;
        }
    }

    /**
     * Whether a message must be back in its place before this session goes on.
     *
     * @param exclusive also before a session of another flow does
     */
    boolean mustReturnBefore(EngineSession session, boolean exclusive) {
        if (returning == 0) {
            return false;
        }
        for (Claim claim : inFlight.values()) {
            boolean inItsWay = claim.session == session || exclusive && claim.session.flow() != session.flow();
            if (claim.returning != null && inItsWay) {
                return true;
            }
        }
        return false;
    }

    /** Whether one came back since this was last asked: those who waited for it are to look again. */
    boolean takeReturned() {
        boolean result = returned;
        returned = false;
        return result;
    }

    /** Its consumer acknowledged it. */
    void acknowledged(long msgId) {
        Claim claim = inFlight.get(msgId);
        if (claim != null) {
            claim.session.flow().acknowledged();
        }
    }

    /** Ends it, and with it its delivery; whether there was one. */
    boolean drop(long msgId) {
        Claim claim = inFlight.remove(msgId);
        if (claim == null) {
            return false;
        }
        if (claim.delivery != null) {
            claim.delivery.settle();
        }
        if (claim.returning != null) {
            returning--;
            returned = true;
        }
        claim.session.flow().gaveUp();
        return true;
    }

    /** Those that application code has. */
    List<EngineDelivery> presented() {
        List<EngineDelivery> result = new ArrayList<>();
        for (Claim claim : inFlight.values()) {
            if (claim.delivery != null && claim.delivery.wasPresented()) {
                result.add(claim.delivery);
            }
        }
        return result;
    }

    /** All are void: nobody has them any more, and nothing comes back. What is settled of them later says nothing here. */
    void orphanAll() {
        inFlight.values().forEach(claim -> claim.session.flow().gaveUp());
        inFlight.clear();
        returning = 0;
    }

    List<EngineDelivery> presentedTo(EngineSession session) {
        List<EngineDelivery> result = new ArrayList<>();
        for (Claim claim : inFlight.values()) {
            if (claim.session == session && claim.delivery != null) {
                result.add(claim.delivery);
            }
        }
        return result;
    }

    boolean isEmpty() {
        return inFlight.isEmpty();
    }

    int size() {
        return inFlight.size();
    }
}
