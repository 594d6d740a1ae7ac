package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.AckRef;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What a draft takes off endpoints, in as few effects as there are endpoints and reasons. The committer's. */
final class DraftRemovals {
    private final Map<Key, Ids> byReason = new LinkedHashMap<>();
    private final Set<AckRef> removed = new HashSet<>();

    private record Key(long endpointId, int generation, Removal reason) {}

    private static final class Ids {
        private long[] msgIds = new long[8];
        private int count;
        private long bytes;

        void add(long msgId, int sizeBytes) {
            if (count == msgIds.length) {
                msgIds = Arrays.copyOf(msgIds, count * 2);
            }
            msgIds[count++] = msgId;
            bytes += sizeBytes;
        }

        long[] rising() {
            long[] ids = Arrays.copyOf(msgIds, count);
            Arrays.sort(ids);
            return ids;
        }
    }

    boolean isEmpty() {
        return removed.isEmpty();
    }

    boolean contain(AckRef ref) {
        return removed.contains(ref);
    }

    void add(AckRef ref, Removal reason) {
        removed.add(ref);
        byReason.computeIfAbsent(new Key(ref.endpointId(), ref.generation(), reason), none -> new Ids())
                .add(ref.msgId(), ref.sizeBytes());
    }

    void forEach(Consumer<Effect> each) {
        byReason.forEach((key, ids) ->
                each.accept(new Removed(key.endpointId(), key.generation(), key.reason(), ids.rising(), ids.bytes)));
    }
}
