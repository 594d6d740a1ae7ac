package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.AckRef;

/** A delivery attempt failed: its count goes up durably, then it is offered again. */
final class ReleaseOperation extends Operation {
    private final AckRef ref;
    private final int attempts;

    ReleaseOperation(AckRef ref, int attempts, long timeoutMillis) {
        super(timeoutMillis);
        this.ref = ref;
        this.attempts = attempts;
    }

    AckRef ref() {
        return ref;
    }

    int attempts() {
        return attempts;
    }
}
