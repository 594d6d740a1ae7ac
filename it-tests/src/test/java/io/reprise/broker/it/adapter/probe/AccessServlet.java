package io.reprise.broker.it.adapter.probe;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.transaction.Status;

/** {@code GET /access?do=…&user=…&password=…&topic=…&queue=…}: what a user may; without one, what the application itself may. */
@WebServlet("/access")
public class AccessServlet extends AskedServlet {
    private static final long serialVersionUID = 1L;

    @Override
    String run(String what, HttpServletRequest request) throws Exception {
        try (JMSContext context = context(request)) {
            return switch (what) {
                case "send" -> send(context, request.getParameter("topic"));
                case "send-in-transaction" -> sendInTransaction(context, request.getParameter("topic"));
                case "receive" -> receive(context, request.getParameter("queue"));
                default -> throw new IllegalArgumentException(what);
            };
        }
    }

    private JMSContext context(HttpServletRequest request) {
        String user = request.getParameter("user");
        return user == null ? factory.createContext() : factory.createContext(user, request.getParameter("password"));
    }

    private static String send(JMSContext context, String topic) {
        context.createProducer().send(context.createTopic(topic), "x");
        return "sent";
    }

    private String sendInTransaction(JMSContext context, String topic) throws Exception {
        transaction.begin();
        try {
            return send(context, topic);
        } catch (JMSRuntimeException refused) {
            transaction.setRollbackOnly();
            throw refused;
        } finally {
            if (transaction.getStatus() == Status.STATUS_MARKED_ROLLBACK) {
                transaction.rollback();
            } else {
                transaction.commit();
            }
        }
    }

    private static String receive(JMSContext context, String queue) {
        try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            return consumer.receiveBody(String.class, PATIENCE_MILLIS);
        }
    }
}
