package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code GET /seam}: what the beans found; {@code POST /seam?count=n}: publishes n messages on a guaranteed and a direct subject. */
@WebServlet("/seam")
public class SeamServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private transient ConnectionFactory factory;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        response.getWriter().print(SeamLog.report());
    }

    /** As fast as it can, one after another. */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int count = Integer.parseInt(request.getParameter("count"));
        try (JMSContext context = factory.createContext()) {
            JMSProducer producer = context.createProducer();
            Topic guaranteed = context.createTopic("it/seam/guaranteed");
            Topic direct = context.createTopic("it/seam/direct");
            for (int i = 1; i <= count; i++) {
                producer.send(guaranteed, message(context, i, false));
                producer.send(direct, message(context, i, true));
            }
            response.getWriter().print("sent");
        } catch (JMSException e) {
            throw new IOException(e);
        }
    }

    private static TextMessage message(JMSContext context, int number, boolean direct) throws JMSException {
        TextMessage message = context.createTextMessage("" + number);
        message.setBooleanProperty("JMS_Reprise_Retained", true);
        if (direct) {
            message.setStringProperty("JMS_Reprise_DeliveryMode", "DIRECT");
        }
        return message;
    }
}
