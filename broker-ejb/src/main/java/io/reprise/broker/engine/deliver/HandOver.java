package io.reprise.broker.engine.deliver;

import java.util.List;

/**
 * How a message of an endpoint gets to a session and back: claimed, read, taken, presented, given back. Sessions call it, on their own
 * threads. Guarded by the {@link DispatchMonitor}; sessions are signalled, and the log is asked, outside of it.
 */
final class HandOver {
    private final DispatchMonitor monitor;

    HandOver(DispatchMonitor monitor) {
        this.monitor = monitor;
    }

    // ---- looking and waiting ----

    /**
     * Takes the next message for a session, and more ahead for it; {@link FreeMessages#NONE} if there is none for it now. One
     * taken ahead is out of nobody's reach: if others wait, they are signalled.
     */
    long claim(EngineSession session) {
        long msgId;
        List<EngineSession> woken;
        synchronized (monitor) {
            monitor.waiting().looks(session);
            msgId = monitor.mayTake(session)
                    ? monitor.places()
                            .claimNext(
                                    session,
                                    prefetch(session),
                                    monitor.waiting().hungry())
                    : FreeMessages.NONE;
            woken = monitor.places().buffers().isEmpty(session) ? List.of() : monitor.woken();
        }
        woken.forEach(EngineSession::signal);
        return msgId;
    }

    /** Where a selector looks nothing is sent ahead: a selector sees what is free, and whoever it is for must find it there. */
    private int prefetch(EngineSession session) {
        return monitor.places().free().isWatched() ? 0 : session.flow().prefetch(monitor.config());
    }

    /**
     * The next free message that the selector of a session has not seen; {@link FreeMessages#NONE} if there is none for it now. It
     * stays free for everybody.
     */
    long peek(EngineSession session, SelectorScan scan) {
        synchronized (monitor) {
            monitor.waiting().looks(session);
            return monitor.mayTake(session) ? scan.next(monitor.places().free()) : FreeMessages.NONE;
        }
    }

    /** Takes a message that the session's selector wants; false if somebody else has it, or the session may take none now. */
    boolean claimWanted(EngineSession session, SelectorScan scan, long msgId) {
        List<EngineSession> woken;
        synchronized (monitor) {
            if (monitor.mayTake(session)) {
                return monitor.places().claimFree(session, msgId);
            }
            scan.lookAgain(monitor.places().free(), msgId);
            woken = monitor.woken();
        }
        woken.forEach(EngineSession::signal);
        return false;
    }

    /** A selector doesn't want what its session may have been signalled for: another may. */
    void passOn() {
        monitor.change(() -> {});
    }

    /** A peeked message could not be read: it is to be looked at again, by whoever comes first. */
    void lookAgain(SelectorScan scan, long msgId) {
        monitor.change(() -> scan.lookAgain(monitor.places().free(), msgId));
    }

    /**
     * Notes that the session waits: one who is not noted is never signalled, so that no message is left to somebody who
     * doesn't look.
     *
     * @return false if there is something for it now, or never will be: it need not wait
     */
    boolean waits(EngineSession session) {
        synchronized (monitor) {
            if (session.isOver() || monitor.mayTake(session) && monitor.places().hasAnyFor(session)) {
                return false;
            }
            monitor.waiting().add(session);
            return true;
        }
    }

    /** The session no longer waits; a signal it may have had goes to the next. */
    void stopWaiting(EngineSession session) {
        monitor.change(() -> monitor.waiting().remove(session));
    }

    /** A closed session no longer waits, and what was sent ahead to it goes back uncounted. */
    void leave(EngineSession session) {
        monitor.changeForAll(() -> {
            monitor.waiting().remove(session);
            monitor.places().buffers().giveBack(session);
        });
    }

    // ---- taking ----

    /** What is to be known of a claimed message before it is delivered. */
    Outlook outlook(int priority, long msgId) {
        synchronized (monitor) {
            int soFar = monitor.places().attempts(msgId);
            // What a replay has put here since an unclean stop was not presented before it, however old it is.
            boolean mustMark = monitor.backlogs().isCopy(msgId)
                    ? soFar > 0 || msgId <= monitor.backlogs().suspectMsgId()
                    : monitor.horizon().mustMark(priority, msgId, soFar);
            return new Outlook(soFar, mustMark, monitor.horizon().isBeyond(priority, msgId));
        }
    }

    /**
     * The claimed message was read and is the session's; false if it was taken away meanwhile, or the session was closed: it closes
     * before it asks what it has, so that nothing is handed to a closed one and forgotten.
     */
    boolean take(int priority, EngineDelivery delivery) {
        EngineSession session = delivery.session();
        boolean taken;
        boolean moves;
        synchronized (monitor) {
            if (!monitor.isCurrent(delivery) || !monitor.places().claims().isOf(session, delivery.msgId())) {
                return false;
            }
            taken = !session.isOver();
            moves = taken && monitor.horizon().shouldMove(priority, delivery.msgId());
            if (taken) {
                monitor.places().read(delivery);
            }
        }
        if (!taken) {
            giveBack(session, delivery.msgId());
        }
        if (moves) {
            monitor.context().sink().announce(new Announcement(delivery.ref(), 0, priority));
        }
        return taken;
    }

    /**
     * The delivery is presented now; false if its message was taken away meanwhile, or the session was closed. This is where a
     * message that was sent ahead, or taken, becomes one that counts [spec 4.3].
     */
    boolean present(EngineDelivery delivery) {
        EngineSession session = delivery.session();
        boolean first;
        synchronized (monitor) {
            if (session.isOver() || !monitor.places().claims().isOf(delivery)) {
                return false;
            }
            monitor.places().present(delivery);
            first = delivery.deliveryCount() == 1 && !monitor.backlogs().isCopy(delivery.msgId());
            boolean again = delivery.deliveryCount() > 1;
            monitor.counters().redelivered += again ? 1 : 0;
            session.flow().presented(again);
        }
        SettlementSink sink = monitor.context().sink();
        if (first) {
            sink.delivered(monitor.context().clock().millis() - delivery.spooledTimeMillis());
        }
        if (!delivery.isMarked()) {
            sink.presented(delivery);
        }
        return true;
    }

    /** Deliveries presented to a session and not settled. */
    List<EngineDelivery> presentedTo(EngineSession session) {
        synchronized (monitor) {
            return monitor.places().claims().presentedTo(session);
        }
    }

    // ---- back ----

    /** A delivery that nobody has seen goes back to its place uncounted; its mark, if there is one, is taken back first. */
    void giveBack(EngineDelivery delivery) {
        if (delivery.isMarked()) {
            returning(delivery, false);
            monitor.context().sink().takeBack(delivery);
        } else {
            giveBackUnseen(delivery);
        }
    }

    /** A delivery's message goes back to its place uncounted, if it still is there and its session's. */
    void giveBackUnseen(EngineDelivery delivery) {
        monitor.change(() -> {
            if (monitor.places().claims().isOf(delivery)) {
                monitor.places().giveBack(delivery.session(), delivery.msgId());
            }
        });
    }

    /** A message goes back to its place uncounted, if it still is this session's. */
    void giveBack(EngineSession session, long msgId) {
        monitor.change(() -> monitor.places().giveBack(session, msgId));
    }

    /**
     * A delivery's message is on its way back to its place, and what was sent ahead to its session goes back too, uncounted, since it
     * comes after it.
     *
     * @param counts whether the attempt failed, or nobody has seen it
     */
    void returning(EngineDelivery delivery, boolean counts) {
        boolean nothingAhead;
        synchronized (monitor) {
            if (monitor.isCurrent(delivery)) {
                monitor.places().returning(delivery, counts);
            }
            nothingAhead = monitor.places().buffers().isEmpty(delivery.session());
        }
        if (!nothingAhead) {
            monitor.changeForAll(() -> monitor.places().buffers().giveBack(delivery.session()));
        }
    }

    /**
     * Whether its message is with somebody else by now, or with its session once more: a replay began after it was delivered, failed, and
     * the message came back. What is settled of it but by an acknowledgement says nothing then.
     */
    boolean isOvertaken(EngineDelivery delivery) {
        synchronized (monitor) {
            return monitor.isCurrent(delivery) && monitor.places().claims().isOvertaken(delivery);
        }
    }

    /** A damaged message is kept out of the way; false if it was taken away meanwhile. */
    boolean hold(EngineSession session, long msgId) {
        synchronized (monitor) {
            boolean held = monitor.places().hold(session, msgId);
            monitor.tellIfSettled();
            return held;
        }
    }
}
