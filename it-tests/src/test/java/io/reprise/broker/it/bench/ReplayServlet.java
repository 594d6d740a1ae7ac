package io.reprise.broker.it.bench;

import jakarta.annotation.Resource;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code POST /replay?topic=…&count=…} publishes so many messages on a topic and forgets what beans have received. {@code GET
 * /replay?count=…} waits until they have received so many, and answers how fast that was, from the first to the last.
 */
@WebServlet("/replay")
public class ReplayServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final int BODY_BYTES = 1024;
    private static final int PER_TRANSACTION = 100;
    private static final long LIMIT_NANOS = Duration.ofMinutes(5).toNanos();

    @Resource(name = "jms/factory")
    private transient ConnectionFactory factory;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException {
        try {
            publish(request.getParameter("topic"), count(request));
        } catch (JMSException failure) {
            throw new ServletException(failure);
        }
        Received.HERE.begin(Window.after(Duration.ZERO, Duration.ofNanos(LIMIT_NANOS)), Integer.MAX_VALUE);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Received received = Received.HERE;
        long count = count(request);
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (received.total() < count && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        double seconds = (System.nanoTime() - received.firstNanos()) / 1e9;
        if (received.total() != count) {
            throw new IllegalStateException(count + " are in the log, received " + received.total());
        }
        response.setContentType("text/plain");
        response.getWriter().write(new Measured(count / seconds, 0, 0).line());
    }

    private void publish(String topic, int count) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            MessageProducer producer = session.createProducer(session.createTopic(topic));
            byte[] body = new byte[BODY_BYTES];
            for (int number = 1; number <= count; number++) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body);
                producer.send(message);
                if (number % PER_TRANSACTION == 0 || number == count) {
                    session.commit();
                }
            }
        }
    }

    private static int count(HttpServletRequest request) {
        return Integer.parseInt(request.getParameter("count"));
    }
}
