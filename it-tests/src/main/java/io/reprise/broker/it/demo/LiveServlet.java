package io.reprise.broker.it.demo;

import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code POST /demo/live?run=…&number=…} publishes one more event, with that number. */
@WebServlet("/live")
public class LiveServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient EarthquakePublisher publisher;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        try {
            publisher.publishOne(request.getParameter("run"), Integer.parseInt(request.getParameter("number")));
        } catch (JMSException refused) {
            throw new ServletException(refused);
        }
    }
}
