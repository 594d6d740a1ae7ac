package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.store.EndpointTotal;
import io.reprise.broker.model.store.EntryBlock;
import io.reprise.broker.model.store.PreparedBranch;
import io.reprise.broker.model.store.PublisherSequence;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import io.reprise.broker.model.store.SubscriptionEntity;
import io.reprise.broker.model.store.Vpn;
import io.reprise.broker.model.store.VpnObjectEntity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.hibernate.ScrollMode;
import org.hibernate.ScrollableResults;
import org.hibernate.StatelessSession;
import org.hibernate.query.MutationQuery;
import org.jspecify.annotations.Nullable;

/** Writes what was copied from the state, and loads it at a recovery [LOG.md L15]. Background and recovering thread. */
final class Checkpoints {
    private static final List<Class<?>> DERIVED = List.of(
            EndpointTotal.class,
            BacklogRow.class,
            DeliveryNote.class,
            PublisherSequence.class,
            PreparedBranch.class,
            EntryBlock.class);
    private static final List<String> OF_AN_ENDPOINT = List.of("backlog", "delivery_note", "endpoint_total");
    private static final List<String> OF_A_BACKLOG = List.of("backlog", "delivery_note");
    private static final int ROWS_A_FETCH = 1_000;
    private static final int ROWS_A_DELETE = 1_000;

    private final Sessions sessions;
    private final String vpn;
    private final long epoch;

    Checkpoints(Sessions sessions, String vpn, long epoch) {
        this.sessions = sessions;
        this.vpn = vpn;
        this.epoch = epoch;
    }

    /**
     * Rows of deleted endpoints and dropped backlogs go first, in transactions of their own, since they may be many: nothing loads them any more, with or
     * without the rest of the batch.
     */
    void write(CheckpointBatch batch) {
        batch.deletedEndpoints().forEach(endpoint -> deleteRows(OF_AN_ENDPOINT, endpoint, null));
        batch.droppedBacklogs()
                .forEach(backlog -> deleteRows(OF_A_BACKLOG, backlog.endpointId(), backlog.generation()));
        sessions.guarded(
                vpn,
                epoch,
                session -> session.doWork(connection -> {
                    for (Map.Entry<Class<?>, List<Object>> rows : byType(batch.upserts())) {
                        DerivedTable.of(rows.getKey()).upsert(connection, rows.getValue());
                    }
                    for (Map.Entry<Class<?>, List<Object>> rows : byType(batch.deletes())) {
                        DerivedTable.of(rows.getKey()).delete(connection, rows.getValue());
                    }
                    DerivedTable.of(Checkpoint.class).upsert(connection, List.of(batch.checkpoint()));
                }));
    }

    private static Set<Map.Entry<Class<?>, List<Object>>> byType(List<Object> rows) {
        Map<Class<?>, List<Object>> byType = new LinkedHashMap<>();
        rows.forEach(row -> byType.computeIfAbsent(row.getClass(), type -> new ArrayList<>())
                .add(row));
        return byType.entrySet();
    }

    /** @param generation of one backlog only; null for all of the endpoint */
    private void deleteRows(List<String> tables, long endpointId, @Nullable Integer generation) {
        for (String table : tables) {
            int[] deleted = {ROWS_A_DELETE};
            while (deleted[0] == ROWS_A_DELETE) {
                sessions.guarded(vpn, epoch, session -> {
                    MutationQuery delete = session.createNativeMutationQuery("DELETE FROM " + table
                                    + " WHERE vpn = :vpn AND endpoint_id = :endpoint"
                                    + (generation == null ? "" : " AND generation = :generation") + " LIMIT "
                                    + ROWS_A_DELETE)
                            .setParameter("vpn", vpn)
                            .setParameter("endpoint", endpointId);
                    if (generation != null) {
                        delete.setParameter("generation", generation);
                    }
                    deleted[0] = delete.executeUpdate();
                });
            }
        }
    }

    CheckpointHeader load(long tailCommitNo, Consumer<Object> rows) {
        return sessions.call(session -> {
            DERIVED.forEach(type -> stream(session, type, rows));
            Vpn row = session.get(Vpn.class, vpn);
            return new CheckpointHeader(row.origin(), session.get(Checkpoint.class, vpn), tailCommitNo);
        });
    }

    List<Object> configuration() {
        return sessions.call(session -> {
            List<Object> rows = new ArrayList<>();
            rows.add(session.get(Vpn.class, vpn));
            stream(session, EndpointEntity.class, rows::add);
            stream(session, SubscriptionEntity.class, rows::add);
            stream(session, ReplayLogEntity.class, rows::add);
            stream(session, ReplayLogFilterEntity.class, rows::add);
            stream(session, VpnObjectEntity.class, rows::add);
            return rows;
        });
    }

    /** In key order, never all in memory. The snapshot stays open for the while; nobody writes these rows during a recovery. */
    private void stream(StatelessSession session, Class<?> type, Consumer<Object> rows) {
        try (ScrollableResults<?> all = session.createSelectionQuery(
                        "from " + type.getSimpleName() + " e where e.vpn = :vpn", type)
                .setParameter("vpn", vpn)
                .setFetchSize(ROWS_A_FETCH)
                .scroll(ScrollMode.FORWARD_ONLY)) {
            while (all.next()) {
                rows.accept(all.get());
            }
        }
    }
}
