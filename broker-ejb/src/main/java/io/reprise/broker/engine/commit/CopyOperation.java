package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.MessageSlot;
import java.util.List;

/** An administrator's wish that one message of the replay log is appended to an endpoint [spec 2.5]. */
final class CopyOperation extends Operation {
    private final MessageSlot logged;
    private final long endpointId;

    CopyOperation(MessageSlot logged, long endpointId, long timeoutMillis) {
        super(timeoutMillis);
        this.logged = logged;
        this.endpointId = endpointId;
    }

    MessageSlot logged() {
        return logged;
    }

    long endpointId() {
        return endpointId;
    }

    @Override
    int entryBytes() {
        return 64 + DeadLetters.entryBytes(List.of(logged));
    }
}
