package io.reprise.broker.it.adapter.probe;

import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;

/** {@code GET /out?do=…}: what an application does with the connection factory that it looked up; answers what came of it. */
@WebServlet("/out")
public class OutboundServlet extends AskedServlet {
    private static final long serialVersionUID = 1L;

    @Override
    String run(String what, HttpServletRequest request) throws Exception {
        return switch (what) {
            case "send" -> send("plain");
            case "classic" -> classic();
            case "receive" -> receive(true);
            case "session-commit" -> inSession(true);
            case "session-rollback" -> inSession(false);
            case "jta-commit" -> inTransaction(true);
            case "jta-rollback" -> inTransaction(false);
            case "jta-receive-rollback" -> receivedAndRolledBack();
            case "jta-begun-later" -> begunLater();
            case "two-sessions" -> twoSessions();
            case "listener" -> listener();
            case "client-id" -> clientId();
            case "async" -> async();
            case "missing" -> sendTo("it.nowhere");
            default -> throw new IllegalArgumentException(what);
        };
    }

    private String send(String text) {
        return sendTo("it.out", text);
    }

    private String sendTo(String queue) {
        return sendTo(queue, "x");
    }

    private String sendTo(String queue, String text) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue(queue), text);
            return "sent";
        }
    }

    private String classic() throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            MessageProducer producer = session.createProducer(session.createQueue("it.out"));
            producer.send(session.createTextMessage("classic"));
            return "sent";
        }
    }

    private String receive(boolean closing) throws JMSException {
        try (Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession();
            Queue queue = session.createQueue("it.out");
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                return text(consumer.receive(closing ? PATIENCE_MILLIS : 1));
            }
        }
    }

    private static String text(Message message) throws JMSException {
        return message == null
                ? "nothing"
                : ((TextMessage) message).getText() + " #" + message.getIntProperty("JMSXDeliveryCount");
    }

    private String inSession(boolean commit) {
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            context.createProducer().send(context.createQueue("it.out"), "session");
            if (commit) {
                context.commit();
            } else {
                context.rollback();
            }
            return "done";
        }
    }

    private String inTransaction(boolean commit) throws Exception {
        transaction.begin();
        send("jta");
        classic();
        if (commit) {
            transaction.commit();
        } else {
            transaction.rollback();
        }
        return "done";
    }

    private String receivedAndRolledBack() throws Exception {
        transaction.begin();
        String received = receive(true);
        transaction.rollback();
        return received;
    }

    private String begunLater() throws Exception {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("it.out"), "before");
            transaction.begin();
            context.createProducer().send(context.createQueue("it.out"), "within");
            transaction.rollback();
            context.createProducer().send(context.createQueue("it.out"), "after");
            return "done";
        }
    }

    private String twoSessions() throws JMSException {
        try (Connection connection = factory.createConnection()) {
            connection.createSession();
            connection.createSession();
            return "allowed";
        }
    }

    private String listener() {
        try (JMSContext context = factory.createContext()) {
            context.createConsumer(context.createQueue("it.out")).setMessageListener(message -> {});
            return "allowed";
        }
    }

    private String clientId() throws JMSException {
        try (Connection connection = factory.createConnection()) {
            connection.setClientID("x");
            return "allowed";
        }
    }

    private String async() throws JMSRuntimeException {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().setAsync(null);
            return "allowed";
        }
    }
}
