package io.reprise.broker.engine.deliver;

import io.reprise.broker.engine.log.AckRef;
import java.util.List;

/**
 * Messages of an endpoint that are taken out of everybody's reach, because they expire, are too old, have died, or an administrator wants
 * them: they are removed or moved by an entry next, or {@link #restore}d. Any thread; guarded by the {@link DispatchMonitor}.
 */
public final class Seizures {
    private final DispatchMonitor monitor;
    private final OfferTimer timer;

    Seizures(DispatchMonitor monitor, OfferTimer timer) {
        this.monitor = monitor;
        this.timer = timer;
    }

    /**
     * Takes up to {@code max} messages that nobody is presented and no branch has, held ones too, none younger than {@code lastMsgId}, out of
     * everybody's reach, to be removed; those not removed must be {@link #restore}d.
     */
    public List<Long> seize(int max, long lastMsgId) {
        synchronized (monitor) {
            return monitor.places().seize(max, lastMsgId);
        }
    }

    /** Takes the oldest message that is free, merely sent ahead, or waiting, out of everybody's reach; {@link FreeMessages#NONE} if none is. */
    public long seizeOldest() {
        synchronized (monitor) {
            return monitor.places().seizeOldest();
        }
    }

    /** Takes one message out of everybody's reach, if nobody is presented it and no branch has it. */
    public boolean seize(long msgId) {
        synchronized (monitor) {
            return monitor.places().seize(msgId);
        }
    }

    /** The same, unless a replay has begun or come to nothing since it was looked at: what is there now may be another. */
    public boolean seize(AckRef asLookedAt) {
        synchronized (monitor) {
            return monitor.isCurrent(asLookedAt) && monitor.places().seize(asLookedAt.msgId());
        }
    }

    /** The same for an administrator, who may also have one that is damaged. */
    public boolean seizeEvenDamaged(long msgId) {
        synchronized (monitor) {
            return monitor.places().seizeEvenDamaged(msgId);
        }
    }

    /** The same with one that this session has claimed and not been presented; false if it was taken away meanwhile. */
    boolean seizeClaimed(EngineSession session, long msgId) {
        synchronized (monitor) {
            boolean seized = monitor.places().seizeClaimed(session, msgId);
            monitor.tellIfSettled();
            return seized;
        }
    }

    /** Whether a message that was seized is so still: a replay that began since has let go of it, and what is there now is another. */
    public boolean isSeized(long msgId) {
        synchronized (monitor) {
            return monitor.places().outOfReach().isSeized(msgId);
        }
    }

    /** Seized messages that were not removed after all are free again, or wait as before. */
    public void restore(List<Long> msgIds) {
        long nowMillis = monitor.context().clock().millis();
        monitor.changeForAll(() -> msgIds.forEach(msgId -> monitor.places().restore(msgId, nowMillis)));
        timer.schedule();
    }

    /** Seized messages that have died and can go nowhere: they stay, out of everybody's reach, until {@link #releaseHeld}. */
    public void hold(List<Long> msgIds) {
        synchronized (monitor) {
            msgIds.forEach(monitor.places()::holdSeized);
        }
    }

    /**
     * Dead messages that could go nowhere are offered again, if there are consumers: whoever takes one finds out whether it can go
     * now. With none they stay held, and show it.
     */
    void releaseHeld() {
        boolean any;
        synchronized (monitor) {
            any = monitor.flows().size() > 0 && monitor.places().outOfReach().holdsDead();
        }
        if (any) {
            monitor.changeForAll(() -> monitor.places().releaseDead());
        }
    }
}
