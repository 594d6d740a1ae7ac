package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.management.MessageState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Where each message of an endpoint is: free, sent ahead, with a session, waiting, or out of reach; each in one place, as {@link
 * DeliveryFact} says. Not thread-safe: guarded by its {@link DispatchMonitor}.
 */
final class MessagePlaces {
    private final Partitions partitions;
    private final FreeMessages free = new FreeMessages();
    private final Buffers buffers = new Buffers(free);
    private final Claims claims = new Claims();
    private final Delays delays = new Delays();
    private final OutOfReach outOfReach = new OutOfReach();
    private final Map<Long, Integer> attempts = new HashMap<>();
    /** When replayed copies expire; of those that do. */
    private final Map<Long, Long> expirations = new HashMap<>(0);

    private final FactBook facts;

    MessagePlaces(Partitions partitions, String endpoint) {
        this.partitions = partitions;
        this.facts = new FactBook(endpoint);
    }

    // ---- what the log says ----

    void placed(int lane, long msgId, boolean waits) {
        if (waits) {
            free.addTaken(servedIn(lane), msgId);
            delays.add(msgId, Delays.NEVER);
        } else {
            free.add(servedIn(lane), msgId);
        }
        assert facts.holds(msgId, fact(msgId));
    }

    /** @param expirationMillis when it expires here, milliseconds of the epoch; 0 = never */
    void copied(int lane, long msgId, long expirationMillis) {
        if (expirationMillis != 0) {
            expirations.put(msgId, expirationMillis);
        }
        placed(lane, msgId, false);
    }

    long expirationMillis(long copyMsgId) {
        return expirations.getOrDefault(copyMsgId, 0L);
    }

    void load(EndpointState state, int lane, long msgId, boolean undecided, long nowMillis) {
        int soFar = undecided ? state.attempts(msgId) : Math.max(state.attempts(msgId), state.presented(msgId));
        if (soFar > 0) {
            attempts.put(msgId, soFar);
        }
        long expirationMillis = state.expirationMillis(msgId);
        if (expirationMillis != 0) {
            expirations.put(msgId, expirationMillis);
        }
        long untilMillis = state.delayedUntilMillis(msgId);
        if (undecided) {
            free.addTaken(servedIn(lane), msgId);
            outOfReach.doubt(msgId);
        } else if (untilMillis > nowMillis) {
            free.addTaken(servedIn(lane), msgId);
            delays.add(msgId, untilMillis);
        } else {
            free.add(servedIn(lane), msgId);
        }
        assert facts.holds(msgId, fact(msgId));
    }

    /** The lane as it is served here. */
    private int servedIn(int lane) {
        return Lanes.ofPartition(lane, partitions.of(Lanes.partition(lane)));
    }

    void forget(long msgId, DeliveryFact end) {
        if (end == DeliveryFact.ACKNOWLEDGED) {
            claims.acknowledged(msgId);
        }
        boolean taken = drop(msgId) || outOfReach.forget(msgId) || buffers.take(msgId) || delays.remove(msgId);
        free.forget(msgId, taken);
        attempts.remove(msgId);
        expirations.remove(msgId);
        assert facts.holds(msgId, end);
    }

    /** A message whose attempt failed is free again, at once or at its time, unless it is gone, or somebody has it already. */
    void failed(long msgId, int attemptsNow, long notBeforeMillis, long nowMillis) {
        if (claims.isHeld(msgId)) {
            // What an earlier core's end counts: a session was quicker to take it than the log to say so.
            attempts.merge(msgId, attemptsNow, Math::max);
        } else if (drop(msgId) || outOfReach.decided(msgId)) {
            attempts.merge(msgId, attemptsNow, Math::max);
            offer(msgId, notBeforeMillis, nowMillis);
        } else if (free.contains(msgId) || buffers.contains(msgId)) {
            // It came back from before a replay, and only now its consumer lets go of it.
            attempts.merge(msgId, attemptsNow, Math::max);
        }
        assert facts.holds(msgId, fact(msgId));
    }

    /** So many deliveries were made of it before. */
    void seen(long msgId, int deliveries) {
        attempts.merge(msgId, deliveries, Math::max);
    }

    /** Nobody has seen its delivery. */
    void unseen(long msgId) {
        if (drop(msgId)) {
            free.putBack(msgId);
        }
        assert facts.holds(msgId, fact(msgId));
    }

    /** It waits until then; 0 = no longer. */
    void delay(long msgId, long untilMillis) {
        if (!outOfReach.delaySeized(msgId, untilMillis)) {
            if (untilMillis == 0 && delays.remove(msgId)) {
                free.putBack(msgId);
            } else if (untilMillis != 0 && takeUnpresented(msgId)) {
                delays.add(msgId, untilMillis);
            }
        }
        assert facts.holds(msgId, fact(msgId));
    }

    void prepared(long msgId) {
        claims.acknowledged(msgId);
        if (!drop(msgId)) {
            // Delivered by an earlier core of this VPN, which was rebuilt since.
            takeUnpresented(msgId);
        }
        outOfReach.doubt(msgId);
        assert facts.holds(msgId, fact(msgId));
    }

    // ---- what sessions do ----

    /** Takes the next for a session. Of partitions nothing is sent ahead: they would stay with their session. */
    long claimNext(EngineSession session, int prefetch, int hungry) {
        long msgId = partitions.areUsed()
                ? free.takeNext(partition -> partitions.mayTakeFrom(partition, session))
                : buffers.next(session, prefetch, hungry);
        if (msgId != FreeMessages.NONE) {
            claim(session, msgId);
        }
        return msgId;
    }

    /** Takes this one, if it is free. */
    boolean claimFree(EngineSession session, long msgId) {
        boolean taken = free.take(msgId);
        if (taken) {
            claim(session, msgId);
        }
        return taken;
    }

    private void claim(EngineSession session, long msgId) {
        claims.add(session, msgId);
        partitions.took(free.partitionOf(msgId), session);
        assert facts.holds(msgId, fact(msgId));
    }

    /** Whether there is something for a session, if it may take any. */
    boolean hasAnyFor(EngineSession session) {
        if (partitions.areUsed()) {
            return free.hasAny(partition -> partitions.mayTakeFrom(partition, session));
        }
        SelectorScan scan = session.flow().scan();
        return scan == null ? hasAny() : scan.hasNext(free);
    }

    boolean hasAny() {
        return buffers.isAnythingLeft();
    }

    /** A claimed one was read. */
    void read(EngineDelivery delivery) {
        claims.read(delivery.msgId(), delivery);
    }

    void present(EngineDelivery delivery) {
        delivery.presentNow();
        assert facts.holds(delivery.msgId(), fact(delivery.msgId()));
    }

    /** @param counts whether the attempt failed, or nobody has seen it */
    void returning(EngineDelivery delivery, boolean counts) {
        claims.returning(delivery, counts ? DeliveryFact.FAILED : DeliveryFact.RETURNING);
        assert facts.holds(delivery.msgId(), fact(delivery.msgId()));
    }

    void giveBack(EngineSession session, long msgId) {
        if (claims.isOf(session, msgId)) {
            drop(msgId);
            free.putBack(msgId);
        }
        assert facts.holds(msgId, fact(msgId));
    }

    /** Out of the way, as damaged; false if it is not the session's. */
    boolean hold(EngineSession session, long msgId) {
        boolean held = claims.isOf(session, msgId) && drop(msgId) && outOfReach.hold(msgId);
        assert facts.holds(msgId, fact(msgId));
        return held;
    }

    boolean seizeClaimed(EngineSession session, long msgId) {
        boolean seized = claims.isOf(session, msgId) && drop(msgId) && outOfReach.seize(msgId, 0);
        assert facts.holds(msgId, fact(msgId));
        return seized;
    }

    // ---- what administrators and duties do ----

    List<Long> seize(int max, long lastMsgId) {
        buffers.giveBackAll();
        List<Long> taken = new ArrayList<>();
        while (taken.size() < max) {
            long msgId = free.takeUpTo(lastMsgId);
            if (msgId == FreeMessages.NONE) {
                break;
            }
            taken.add(msgId);
            outOfReach.seize(msgId, 0);
        }
        Map<Long, Long> delayed = delays.takeUpTo(lastMsgId, max - taken.size());
        delayed.forEach(outOfReach::seize);
        taken.addAll(delayed.keySet());
        taken.addAll(outOfReach.seizeHeld(lastMsgId, max - taken.size()));
        assert taken.stream().allMatch(msgId -> facts.holds(msgId, fact(msgId)));
        return taken;
    }

    long seizeOldest() {
        long oldest = LongStream.of(free.oldest(), buffers.oldest(), delays.oldest())
                .filter(msgId -> msgId != FreeMessages.NONE)
                .min()
                .orElse(FreeMessages.NONE);
        if (oldest != FreeMessages.NONE) {
            seize(oldest);
        }
        return oldest;
    }

    boolean seize(long msgId) {
        long dueMillis = delays.dueMillis(msgId);
        boolean seized = (takeUnpresented(msgId) || outOfReach.takeDead(msgId)) && outOfReach.seize(msgId, dueMillis);
        assert facts.holds(msgId, fact(msgId));
        return seized;
    }

    boolean seizeEvenDamaged(long msgId) {
        boolean seized = seize(msgId) || outOfReach.takeHeld(msgId) && outOfReach.seize(msgId, 0);
        assert facts.holds(msgId, fact(msgId));
        return seized;
    }

    void restore(long msgId, long nowMillis) {
        Long dueMillis = outOfReach.restore(msgId);
        if (dueMillis != null) {
            offer(msgId, dueMillis, nowMillis);
        }
        assert facts.holds(msgId, fact(msgId));
    }

    void holdSeized(long msgId) {
        outOfReach.holdSeized(msgId);
        assert facts.holds(msgId, fact(msgId));
    }

    /** Dead ones with nowhere to go are free again. */
    void releaseDead() {
        List<Long> released = outOfReach.releaseDead();
        released.forEach(free::putBack);
        assert released.stream().allMatch(msgId -> facts.holds(msgId, fact(msgId)));
    }

    /** Those whose time has come are free. */
    void takeDue(long nowMillis) {
        List<Long> due = delays.takeDue(nowMillis);
        due.forEach(free::putBack);
        assert due.stream().allMatch(msgId -> facts.holds(msgId, fact(msgId)));
    }

    Whereabouts whereabouts(long msgId) {
        long dueMillis = delays.dueMillis(msgId);
        return new Whereabouts(state(fact(msgId)), attempts(msgId), dueMillis, outOfReach.isDead(msgId));
    }

    private static MessageState state(DeliveryFact fact) {
        return switch (fact) {
            case FREE, ACKNOWLEDGED, REMOVED -> MessageState.FREE;
            case BUFFERED -> MessageState.BUFFERED;
            case CLAIMED, PRESENTED, FAILED, RETURNING -> MessageState.IN_FLIGHT;
            case DELAYED -> MessageState.DELAYED;
            case IN_DOUBT -> MessageState.IN_DOUBT;
            case LEAVING -> MessageState.LEAVING;
            case HELD -> MessageState.HELD;
        };
    }

    int attempts(long msgId) {
        return attempts.getOrDefault(msgId, 0);
    }

    FreeMessages free() {
        return free;
    }

    Buffers buffers() {
        return buffers;
    }

    Claims claims() {
        return claims;
    }

    Delays delays() {
        return delays;
    }

    OutOfReach outOfReach() {
        return outOfReach;
    }

    private DeliveryFact fact(long msgId) {
        DeliveryFact away = outOfReach.fact(msgId);
        if (away != null) {
            return away;
        }
        if (delays.dueMillis(msgId) != 0) {
            return DeliveryFact.DELAYED;
        }
        DeliveryFact claimed = claims.fact(msgId);
        if (claimed != null) {
            return claimed;
        }
        return buffers.contains(msgId) ? DeliveryFact.BUFFERED : DeliveryFact.FREE;
    }

    /** It is free, or will be at its time. */
    private void offer(long msgId, long notBeforeMillis, long nowMillis) {
        if (notBeforeMillis > nowMillis) {
            delays.add(msgId, notBeforeMillis);
        } else {
            free.putBack(msgId);
        }
    }

    private boolean takeUnpresented(long msgId) {
        return free.take(msgId) || buffers.take(msgId) || delays.remove(msgId);
    }

    private boolean drop(long msgId) {
        boolean dropped = claims.drop(msgId);
        if (dropped) {
            partitions.gaveUp(free.partitionOf(msgId));
        }
        return dropped;
    }
}
