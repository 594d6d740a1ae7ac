package io.reprise.broker.ra.outbound;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;

/** What applications in a container must not do [JMS 3.1 §12.2]. */
final class Forbidden {
    private Forbidden() {}

    static IllegalStateException inContainer(String what) {
        return new IllegalStateException(text(what));
    }

    static IllegalStateRuntimeException inContainerUnchecked(String what) {
        return new IllegalStateRuntimeException(text(what));
    }

    private static String text(String what) {
        return what + ": not allowed to applications in a container; a message-driven bean listens";
    }
}
