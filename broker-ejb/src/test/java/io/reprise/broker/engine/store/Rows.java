package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.store.EndpointTotal;
import io.reprise.broker.model.store.Vpn;
import java.util.List;

/** Rows for tests, in which only what matters is said. */
final class Rows {
    private Rows() {}

    static Checkpoint checkpoint(String vpn, long tailFrom) {
        return new Checkpoint(vpn, tailFrom, tailFrom, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    }

    static CheckpointBatch batch(Checkpoint checkpoint, Object... upserts) {
        return new CheckpointBatch(checkpoint, List.of(upserts), List.of(), List.of(), List.of());
    }

    static BacklogRow backlog(String vpn, long endpointId, long base, byte[] bits) {
        return new BacklogRow(vpn, endpointId, 0, 4, base, 5, 0, 6, 7, bits);
    }

    static DeliveryNote note(String vpn, long endpointId, long msgId, int deliveries) {
        return new DeliveryNote(vpn, endpointId, 0, msgId, 5, deliveries, 0, 0, 0, 0);
    }

    static EndpointTotal total(String vpn, long endpointId, long messages) {
        return new EndpointTotal(vpn, endpointId, 5, 0, messages, messages * 100, new byte[0], new byte[0]);
    }

    static EndpointEntity queue(String vpn, long endpointId, String name) {
        return new EndpointEntity(vpn, endpointId, "QUEUE", name, "{}", 1, 1_000);
    }

    /** What a VPN has as endpoints and subscriptions: its configuration without its own row. */
    static List<Object> endpoints(VpnStore store) {
        return store.loadConfiguration().stream()
                .filter(row -> !(row instanceof Vpn))
                .toList();
    }
}
