package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Knows nothing of replays; tells what each message is like, and with {@code send=1} and {@code xa=1} sends its name on and writes it
 * to a database in the same transaction.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "it.replayed"),
            @ActivationConfigProperty(propertyName = "subscriptions", propertyValue = "it/replayed/>"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "autoCreate", propertyValue = "true")
        })
public class ReplayedBean implements MessageListener {
    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private ConnectionFactory factory;

    @Resource(lookup = "java:jboss/datasources/Shop")
    private DataSource database;

    @Override
    public void onMessage(Message message) {
        Orders orders = Orders.seenBy("replayed", message);
        Seen.add("likeness " + likeness(orders.name(), message));
        if (orders.applies("send")) {
            sendOn(orders.name());
        }
        if (orders.applies("xa")) {
            write(orders.name());
        }
        orders.carryOut();
    }

    /** All that a replayed copy has in common with what was published. */
    static String likeness(String name, Message message) {
        try {
            return String.join(
                    " ",
                    name,
                    message.getStringProperty("JMS_Reprise_ReplicationGroupMsgId"),
                    message.getJMSMessageID(),
                    String.valueOf(message.getJMSTimestamp()),
                    message.getJMSCorrelationID(),
                    message.getJMSDestination().toString(),
                    String.valueOf(message.getJMSDeliveryMode()),
                    message.getStringProperty("colour"));
        } catch (JMSException e) {
            throw new EJBException(e);
        }
    }

    private void write(String name) {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO replayed (name) VALUES (?)")) {
            insert.setString(1, name);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new EJBException(e);
        }
    }

    private void sendOn(String name) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("it.replayed.out"), name);
        }
    }
}
