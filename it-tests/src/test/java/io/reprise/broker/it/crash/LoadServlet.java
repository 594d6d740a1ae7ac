package io.reprise.broker.it.crash;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Random;

/**
 * {@code POST /load/on}, {@code POST /load/off}; {@code POST /load/publish} publishes until it is off, or nobody is there
 * any more to answer; {@code POST /load/fixed} publishes so many.
 */
@WebServlet({"/on", "/off", "/publish", "/fixed"})
public class LoadServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient LoadSwitch loadSwitch;

    @Inject
    private transient LoadPublisher publisher;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/on" -> loadSwitch.on();
            case "/off" -> loadSwitch.off();
            case "/publish" ->
                publisher.publishUntilOff(
                        request.getParameter("publisher"),
                        Integer.parseInt(request.getParameter("batch")),
                        new Random(Long.parseLong(request.getParameter("seed"))),
                        Boolean.parseBoolean(request.getParameter("lastResources")));
            default ->
                publisher.publishFixed(
                        request.getParameter("publisher"),
                        Integer.parseInt(request.getParameter("count")),
                        Integer.parseInt(request.getParameter("crashAt")),
                        CrashPoint.Moment.valueOf(request.getParameter("moment")));
        }
    }
}
