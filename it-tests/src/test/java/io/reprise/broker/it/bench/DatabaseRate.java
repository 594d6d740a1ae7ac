package io.reprise.broker.it.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What the database does without a broker: rows like the log's, inserted one after the other over one connection by JDBC alone,
 * each its own durable commit.
 */
final class DatabaseRate implements Load.Step {
    private static final int HEAD_BYTES_A_MESSAGE = 56;
    private static final int BODY_BYTES_A_MESSAGE = 1_150;

    private final Connection connection;
    private final PreparedStatement insert;
    private final int messages;
    private long commitNo;

    /**
     * @param messages in a row
     */
    DatabaseRate(String url, String user, String password, int messages) throws SQLException {
        this.messages = messages;
        connection = DriverManager.getConnection(url, user, password);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE bench_entry LIKE log_entry");
        }
        insert = connection.prepareStatement("""
                INSERT INTO bench_entry (vpn, commit_no, epoch, nonce, first_msg_id, last_msg_id, first_time, last_time,
                    body_bytes, head, body) VALUES ('bench', ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)""");
    }

    @Override
    public int run() throws SQLException {
        commitNo++;
        long firstMsgId = commitNo * messages;
        long now = System.currentTimeMillis();
        insert.setLong(1, commitNo);
        insert.setLong(2, commitNo * 31);
        insert.setLong(3, firstMsgId);
        insert.setLong(4, firstMsgId + messages - 1);
        insert.setLong(5, now);
        insert.setLong(6, now);
        insert.setInt(7, messages * BODY_BYTES_A_MESSAGE);
        insert.setBytes(8, new byte[messages * HEAD_BYTES_A_MESSAGE]);
        insert.setBytes(9, new byte[messages * BODY_BYTES_A_MESSAGE]);
        insert.executeUpdate();
        return messages;
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE bench_entry");
        }
    }
}
