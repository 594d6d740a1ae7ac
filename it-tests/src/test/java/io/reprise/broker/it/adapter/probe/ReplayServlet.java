package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.StringJoiner;

/**
 * {@code POST /replay?topic=…&text=…}: publishes them. {@code GET /replay?queue=…&count=n}: receives so many, then answers their names
 * and whether another comes at once. {@code GET /replay?browse=…} and {@code ?send=…} try that. What is refused is the answer.
 */
@WebServlet("/replay")
public class ReplayServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final long PATIENCE_MILLIS = 30_000;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private transient ConnectionFactory factory;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        try (JMSContext context = factory.createContext()) {
            for (String text : request.getParameterValues("text")) {
                context.createProducer()
                        .setProperty("colour", "red")
                        .setJMSCorrelationID("about-" + text.split(" ", -1)[0])
                        .send(context.createTopic(request.getParameter("topic")), text);
            }
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        try (JMSContext context = factory.createContext()) {
            response.getWriter().print(answer(context, request));
        } catch (JMSException | JMSRuntimeException refusal) {
            response.getWriter().print(refusal.getMessage());
        }
    }

    private static String answer(JMSContext context, HttpServletRequest request) throws JMSException {
        String browse = request.getParameter("browse");
        String send = request.getParameter("send");
        if (browse != null) {
            context.createBrowser(context.createQueue(browse)).getEnumeration();
            return "browses";
        }
        if (send != null) {
            context.createProducer().send(context.createQueue(send), "x");
            return "sent";
        }
        return received(context, request.getParameter("queue"), Integer.parseInt(request.getParameter("count")));
    }

    private static String received(JMSContext context, String queue, int count) throws JMSException {
        StringJoiner names = new StringJoiner(" ");
        try (JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            for (int i = 0; i < count; i++) {
                names.add(shown(consumer.receive(PATIENCE_MILLIS)));
            }
            names.add(shown(consumer.receiveNoWait()));
        }
        return names.toString();
    }

    private static String shown(Message message) throws JMSException {
        if (message == null) {
            return "nothing";
        }
        String name = message.getBody(String.class).split(" ", -1)[0];
        return name + "#" + message.getIntProperty("JMSXDeliveryCount") + (message.getJMSRedelivered() ? " again" : "");
    }
}
