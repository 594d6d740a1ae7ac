package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** {@code GET /access?do=…&user=…&password=…&topic=…&queue=…}: what a user may; without one, what the application itself may. */
@WebServlet("/access")
public class AccessServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final long PATIENCE_MILLIS = 10_000;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private transient ConnectionFactory factory;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        try (JMSContext context = context(request)) {
            response.getWriter().print(run(context, request));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private JMSContext context(HttpServletRequest request) {
        String user = request.getParameter("user");
        return user == null ? factory.createContext() : factory.createContext(user, request.getParameter("password"));
    }

    private String run(JMSContext context, HttpServletRequest request) throws Exception {
        return switch (request.getParameter("do")) {
            case "send" -> send(context, request.getParameter("topic"));
            case "send-in-transaction" -> sendInTransaction(context, request.getParameter("topic"));
            case "receive" -> receive(context, request.getParameter("queue"));
            default -> throw new IllegalArgumentException(request.getParameter("do"));
        };
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
