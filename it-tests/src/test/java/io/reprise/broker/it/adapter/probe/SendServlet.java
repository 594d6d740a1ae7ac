package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** {@code POST /send?queue=…&text=…&text=…}: sends them in one transaction, to be preserved when they can't be delivered. */
@WebServlet("/send")
public class SendServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    private transient ConnectionFactory factory;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            transaction.begin();
            send(request.getParameter("queue"), request.getParameterValues("text"));
            transaction.commit();
        } catch (Exception failure) {
            throw new IOException(failure);
        }
    }

    private void send(String queue, String[] texts) {
        try (JMSContext context = factory.createContext()) {
            for (String text : texts) {
                context.createProducer()
                        .setProperty("JMS_TIBCO_PRESERVE_UNDELIVERED", true)
                        .send(context.createQueue(queue), text);
            }
        }
    }
}
