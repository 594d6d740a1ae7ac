package io.reprise.broker.engine.live;

import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.model.message.Message;
import org.jspecify.annotations.Nullable;

/** What waits for the loop. */
sealed interface Heard {
    /**
     * A committed entry.
     *
     * @param body null if it is not at hand: contents are read back then
     * @param isFarBehind whether so much waits that subscribers have to come again
     */
    record Entry(EntryHead head, byte @Nullable [] body, boolean isFarBehind) implements Heard {}

    /** A direct message; null once it was dropped. Guarded by the {@link Inbox}. */
    final class Direct implements Heard {
        private @Nullable Message message;
        private final long takenInMillis;

        Direct(Message message, long takenInMillis) {
            this.message = message;
            this.takenInMillis = takenInMillis;
        }

        long takenInMillis() {
            return takenInMillis;
        }

        @Nullable
        Message message() {
            return message;
        }

        void drop() {
            message = null;
        }
    }

    /** Anything else. */
    record Task(Runnable work) implements Heard {}
}
