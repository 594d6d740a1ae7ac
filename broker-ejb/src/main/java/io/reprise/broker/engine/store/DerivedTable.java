package io.reprise.broker.engine.store;

import io.reprise.broker.model.store.BacklogRow;
import io.reprise.broker.model.store.Checkpoint;
import io.reprise.broker.model.store.DeliveryNote;
import io.reprise.broker.model.store.EndpointTotal;
import io.reprise.broker.model.store.EntryBlock;
import io.reprise.broker.model.store.PreparedBranch;
import io.reprise.broker.model.store.PublisherSequence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the rows of one derived table are inserted or replaced, many in one batch. Hibernate would ask for each row whether it is
 * there: with several hundred rows a checkpoint that costs more than the rows.
 *
 * @param type its entity
 * @param keys how many of the columns, the first ones, are the key
 * @param values the columns' values of a row
 */
record DerivedTable<T>(Class<T> type, String name, List<String> columns, int keys, Function<T, List<Object>> values) {
    private static final Map<Class<?>, DerivedTable<?>> ALL = new LinkedHashMap<>();

    static {
        add(new DerivedTable<>(
                Checkpoint.class,
                "checkpoint",
                List.of(
                        "vpn",
                        "tail_from",
                        "as_of",
                        "last_msg_id",
                        "last_time",
                        "next_endpoint_id",
                        "logged_count",
                        "logged_bytes",
                        "trimmed_through_msg_id",
                        "trimmed_count",
                        "trimmed_bytes",
                        "newest_logged_msg_id"),
                1,
                row -> List.of(
                        row.vpn(),
                        row.tailFrom(),
                        row.asOf(),
                        row.lastMsgId(),
                        row.lastTime(),
                        row.nextEndpointId(),
                        row.loggedCount(),
                        row.loggedBytes(),
                        row.trimmedThroughMsgId(),
                        row.trimmedCount(),
                        row.trimmedBytes(),
                        row.newestLoggedMsgId())));
        add(new DerivedTable<>(
                EndpointTotal.class,
                "endpoint_total",
                List.of("vpn", "endpoint_id", "as_of", "generation", "msg_count", "size_bytes", "horizons", "replay"),
                2,
                row -> List.of(
                        row.vpn(),
                        row.endpointId(),
                        row.asOf(),
                        row.generation(),
                        row.msgCount(),
                        row.sizeBytes(),
                        row.horizons(),
                        row.replay())));
        add(new DerivedTable<>(
                BacklogRow.class,
                "backlog",
                List.of(
                        "vpn",
                        "endpoint_id",
                        "generation",
                        "lane",
                        "base",
                        "as_of",
                        "end_exclusive",
                        "adds",
                        "cardinality",
                        "bits"),
                5,
                row -> List.of(
                        row.vpn(),
                        row.endpointId(),
                        row.generation(),
                        row.lane(),
                        row.base(),
                        row.asOf(),
                        row.endExclusive(),
                        row.adds(),
                        row.cardinality(),
                        row.bits())));
        add(new DerivedTable<>(
                DeliveryNote.class,
                "delivery_note",
                List.of(
                        "vpn",
                        "endpoint_id",
                        "generation",
                        "msg_id",
                        "as_of",
                        "delivery_count",
                        "presented",
                        "delayed_until",
                        "original_msg_id",
                        "expiration"),
                4,
                row -> List.of(
                        row.vpn(),
                        row.endpointId(),
                        row.generation(),
                        row.msgId(),
                        row.asOf(),
                        row.deliveryCount(),
                        row.presented(),
                        row.delayedUntil(),
                        row.originalMsgId(),
                        row.expiration())));
        add(new DerivedTable<>(
                PublisherSequence.class,
                "publisher_sequence",
                List.of("vpn", "publisher_id", "as_of", "highest", "window_bits"),
                2,
                row -> List.of(row.vpn(), row.publisherId(), row.asOf(), row.highest(), row.window())));
        add(new DerivedTable<>(
                PreparedBranch.class,
                "prepared_branch",
                List.of("vpn", "format_id", "gtrid", "bqual", "as_of", "prepare_commit_no", "content"),
                4,
                row -> List.of(
                        row.vpn(),
                        row.formatId(),
                        row.gtrid(),
                        row.bqual(),
                        row.asOf(),
                        row.prepareCommitNo(),
                        row.content())));
        add(new DerivedTable<>(
                EntryBlock.class,
                "entry_block",
                List.of("vpn", "first_commit_no", "content"),
                2,
                row -> List.of(row.vpn(), row.firstCommitNo(), row.content())));
    }

    private static void add(DerivedTable<?> table) {
        ALL.put(table.type(), table);
    }

    /**
     * @throws IllegalArgumentException if checkpoints do not write such rows
     */
    static DerivedTable<?> of(Class<?> type) {
        DerivedTable<?> table = ALL.get(type);
        if (table == null) {
            throw new IllegalArgumentException("No derived row: " + type);
        }
        return table;
    }

    void upsert(Connection connection, List<?> rows) throws SQLException {
        batch(connection, upsertSql(), columns.size(), rows);
    }

    /** Rows that are not there are passed over. */
    void delete(Connection connection, List<?> rows) throws SQLException {
        batch(connection, deleteSql(), keys, rows);
    }

    private void batch(Connection connection, String sql, int parameters, List<?> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Object row : rows) {
                List<Object> value = values.apply(type.cast(row));
                for (int i = 0; i < parameters; i++) {
                    statement.setObject(i + 1, value.get(i));
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private String upsertSql() {
        return "INSERT INTO " + name + " (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ") ON DUPLICATE KEY UPDATE "
                + columns.stream()
                        .skip(keys)
                        .map(column -> column + " = VALUES(" + column + ")")
                        .collect(Collectors.joining(", "));
    }

    private String deleteSql() {
        return "DELETE FROM " + name + " WHERE "
                + columns.stream().limit(keys).map(column -> column + " = ?").collect(Collectors.joining(" AND "));
    }
}
