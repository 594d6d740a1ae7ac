package io.reprise.broker.it.bench;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/**
 * The sender of both brokers: one connection, session and producer, kept; persistent messages of 1 KiB. One by one, not
 * transacted, where a send returns when the message is durable; or many in a session's transaction. One thread.
 */
final class Sender implements Load.Step {
    private static final int BODY_BYTES = 1024;

    private final byte[] body = new byte[BODY_BYTES];
    private final int messages;
    private final Connection connection;
    private final Session session;
    private final MessageProducer producer;

    /**
     * @param messages a step's, in one transaction; 1 for none
     */
    Sender(ConnectionFactory factory, String queue, int messages) throws JMSException {
        this.messages = messages;
        connection = factory.createConnection();
        session = messages == 1
                ? connection.createSession(false, Session.AUTO_ACKNOWLEDGE)
                : connection.createSession(true, Session.SESSION_TRANSACTED);
        if (session.getTransacted() != messages > 1) {
            throw new IllegalStateException("the session is" + (messages > 1 ? " not" : "") + " transacted");
        }
        producer = session.createProducer(session.createQueue(queue));
        producer.setDeliveryMode(jakarta.jms.DeliveryMode.PERSISTENT);
    }

    @Override
    public int run() throws JMSException {
        for (int i = 0; i < messages; i++) {
            BytesMessage message = session.createBytesMessage();
            message.writeBytes(body);
            producer.send(message);
        }
        if (messages > 1) {
            session.commit();
        }
        return messages;
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
