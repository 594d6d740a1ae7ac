package io.reprise.broker.it.crash;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A row for each thing done; without a unique key, so that what is done twice shows. */
@ApplicationScoped
public class EffectTable {

    static final String CREATE = """
            CREATE TABLE effect (
                publisher VARCHAR(40) NOT NULL,
                number INT NOT NULL,
                step VARCHAR(10) NOT NULL,
                deliveries INT NOT NULL,
                KEY (publisher)
            )
            """;

    private static final String INSERT = "INSERT INTO effect (publisher, number, step, deliveries) VALUES (?, ?, ?, ?)";

    @Resource(lookup = "java:jboss/datasources/CrashXa")
    private DataSource twoPhase;

    @Resource(lookup = "java:jboss/datasources/CrashLast")
    private DataSource lastResource;

    void add(LoadMessage message, String step, int deliveries) {
        DataSource source = message.lastResource() ? lastResource : twoPhase;
        try (Connection connection = source.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, message.publisher());
            insert.setInt(2, message.number());
            insert.setString(3, step);
            insert.setInt(4, deliveries);
            insert.executeUpdate();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
