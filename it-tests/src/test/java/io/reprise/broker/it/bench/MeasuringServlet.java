package io.reprise.broker.it.bench;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code GET /measure?queue=…&threads=…&messages=…&ahead=…&warmUpMillis=…&windowMillis=…} sends inside the server and answers
 * what was measured. With {@code ahead} above 0 the beans listening on that queue are measured instead of the senders; with no
 * thread, the beans alone.
 */
@WebServlet("/measure")
public class MeasuringServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final long DRAIN_NANOS = Duration.ofSeconds(60).toNanos();

    @Resource(name = "jms/factory")
    private transient ConnectionFactory factory;

    @Resource
    private transient ManagedThreadFactory threads;

    @Override
    protected synchronized void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        Window window = Window.after(
                Duration.ofMillis(number(request, "warmUpMillis")), Duration.ofMillis(number(request, "windowMillis")));
        Load load = new Load(number(request, "threads"), window);
        int messages = number(request, "messages");
        int ahead = number(request, "ahead");
        String queue = request.getParameter("queue");
        try {
            Measured measured = load.threads() == 0
                    ? listen(window)
                    : ahead == 0
                            ? load.run(threads, () -> new Sender(factory, queue, messages))
                            : deliver(load, queue, ahead);
            response.setContentType("text/plain");
            response.getWriter().write(measured.line());
        } catch (Exception failure) {
            throw new ServletException(failure);
        }
    }

    /** Nobody sends: counts what the beans get all the same. */
    private static Measured listen(Window window) {
        Received.HERE.begin(window, Integer.MAX_VALUE);
        while (window.toNanos() - System.nanoTime() > 0) {
            LockSupport.parkNanos(window.toNanos() - System.nanoTime());
        }
        return new Measured(Received.HERE.perSecond(), 0, 0);
    }

    private Measured deliver(Load load, String queue, int ahead) throws Exception {
        Received received = Received.HERE;
        received.begin(load.window(), ahead);
        Measured senders = load.run(threads, () -> new LimitedSender(new Sender(factory, queue, 1), received));
        awaitDrained(received, received.sent());
        return senders.withPerSecond(received.perSecond());
    }

    /** What was sent must be received, every message once: this is no crash test. */
    private static void awaitDrained(Received received, long sent) {
        long deadline = System.nanoTime() + DRAIN_NANOS;
        while (received.total() < sent && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        if (received.total() != sent) {
            throw new IllegalStateException("sent " + sent + ", received " + received.total());
        }
    }

    private static int number(HttpServletRequest request, String name) {
        return Integer.parseInt(request.getParameter(name));
    }
}
