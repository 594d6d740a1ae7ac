package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TextMessage;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;

/** Sends a bean with a selector what it wants and what it doesn't, and browses what it doesn't want. */
@WebServlet("/colours")
public class ColoursServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private transient ConnectionFactory factory;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try (JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue("it.selective");
            send(context, queue, "red", 4, "r1");
            send(context, queue, "blue", 4, "b1");
            send(context, queue, "red", 9, "urgent throw=1");
            send(context, queue, "red", 4, "r2 throw=1");
            browse(context, queue);
        } catch (JMSException e) {
            throw new IOException(e);
        }
    }

    private static void send(JMSContext context, Queue queue, String colour, int priority, String text) {
        context.createProducer()
                .setProperty("colour", colour)
                .setPriority(priority)
                .send(queue, text);
    }

    private static void browse(JMSContext context, Queue queue) throws JMSException {
        try (QueueBrowser browser = context.createBrowser(queue, "colour <> 'red' OR JMSPriority = 9")) {
            for (Object message : Collections.list(browser.getEnumeration())) {
                Seen.add("browsed " + ((TextMessage) message).getText().split(" ", -1)[0]);
            }
        }
    }
}
