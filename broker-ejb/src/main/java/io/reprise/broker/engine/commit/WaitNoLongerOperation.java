package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.log.AckRef;
import java.util.List;

/** An administrator's wish that delayed messages are offered again now, at most 1,000 an operation. */
final class WaitNoLongerOperation extends Operation {
    private final EndpointDispatch on;
    private final List<Long> msgIds;

    WaitNoLongerOperation(EndpointDispatch on, List<Long> msgIds, long timeoutMillis) {
        super(timeoutMillis);
        this.on = on;
        this.msgIds = List.copyOf(msgIds);
    }

    /** What they are on the endpoint. */
    List<AckRef> refs() {
        return msgIds.stream().map(msgId -> on.ref(msgId, 0)).toList();
    }

    @Override
    int entryBytes() {
        return 64 + 32 * msgIds.size();
    }
}
