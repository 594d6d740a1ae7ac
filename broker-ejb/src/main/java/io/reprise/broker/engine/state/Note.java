package io.reprise.broker.engine.state;

/**
 * What is exceptional about one message on one endpoint.
 *
 * @param attempts delivery attempts counted so far
 * @param presented the number of the attempt that is being made, as far as is on disk; 0 = none [LOG.md L24]
 * @param delayedUntilMillis when it may be delivered, milliseconds of the epoch; 0 = now
 * @param rootMsgId the message whose body it has, if it was moved; else 0 [LOG.md L13]
 * @param expirationMillis when a replayed copy expires, milliseconds of the epoch; 0 = never, or as its slot says
 * @param asOf the commit whose row was loaded; 0 for a new one
 */
record Note(int attempts, int presented, long delayedUntilMillis, long rootMsgId, long expirationMillis, long asOf) {
    static final Note NONE = new Note(0, 0, 0, 0, 0, 0);

    Note counted(int nowAttempts, long delayedUntil) {
        return new Note(nowAttempts, 0, delayedUntil, rootMsgId, expirationMillis, 0);
    }

    Note presented(int attempt) {
        return new Note(attempts, attempt, delayedUntilMillis, rootMsgId, expirationMillis, 0);
    }

    Note delayed(long untilMillis) {
        return new Note(attempts, presented, untilMillis, rootMsgId, expirationMillis, 0);
    }

    Note rooted(long root) {
        return new Note(attempts, presented, delayedUntilMillis, root, expirationMillis, 0);
    }

    Note expiring(long atMillis) {
        return new Note(attempts, presented, delayedUntilMillis, rootMsgId, atMillis, 0);
    }

    /** Whether it says nothing. */
    boolean isPlain() {
        return attempts == 0 && presented == 0 && delayedUntilMillis == 0 && rootMsgId == 0 && expirationMillis == 0;
    }
}
