package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Writes to a database and sends on, in whatever transaction it is called. */
@Stateless
public class Shop {
    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private ConnectionFactory factory;

    @Resource(lookup = "java:/jms/queue/Sent")
    private Queue sent;

    @Resource(lookup = "java:jboss/datasources/Shop")
    private DataSource xa;

    @Resource(lookup = "java:jboss/datasources/Audit")
    private DataSource lastResource;

    public void send(String text) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(sent, text);
        }
    }

    public void writeXa(String text) {
        write(xa, text);
    }

    public void writeLastResource(String text) {
        write(lastResource, text);
    }

    private static void write(DataSource database, String text) {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO shop (line) VALUES (?)")) {
            insert.setString(1, text);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
