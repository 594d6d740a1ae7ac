package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.MessageSlot;
import java.util.List;

/** An administrator's wish that one message of the replay log, or of an endpoint, is appended to an endpoint [spec 2.5]. */
final class CopyOperation extends Operation {
    /** {@link #sourceId} of the replay log. */
    static final long OF_LOG = -1;

    private final MessageSlot original;
    private final long sourceId;
    private final long endpointId;

    /** @param sourceId the endpoint that has it, or {@link #OF_LOG} */
    CopyOperation(MessageSlot original, long sourceId, long endpointId, long timeoutMillis) {
        super(timeoutMillis);
        this.original = original;
        this.sourceId = sourceId;
        this.endpointId = endpointId;
    }

    MessageSlot original() {
        return original;
    }

    long sourceId() {
        return sourceId;
    }

    long endpointId() {
        return endpointId;
    }

    @Override
    int entryBytes() {
        return 64 + DeadLetters.entryBytes(List.of(original));
    }
}
