package io.reprise.broker.it.demo;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /demo/run} publishes the week, marked as that of {@code ?run=…}, and answers, while it goes on, a line for each message
 * received; the last line holds the counts, as {@link DemonstrationResult#parse} reads them.
 */
@WebServlet("/run")
public class DemonstrationServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final long PATIENCE_MILLIS = 30_000;
    private static final long QUIET_MILLIS = 500;

    @Inject
    private transient Receipts receipts;

    @Inject
    private transient EarthquakePublisher publisher;

    @Resource
    private transient ManagedExecutorService executor;

    @Override
    protected synchronized void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        try {
            String run = Optional.ofNullable(request.getParameter("run"))
                    .orElseGet(() -> UUID.randomUUID().toString());
            write(response.getWriter(), run(run, response.getWriter()).line());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failure) {
            write(response.getWriter(), "failed: " + failure.getCause());
        }
    }

    private DemonstrationResult run(String run, PrintWriter out) throws InterruptedException, ExecutionException {
        receipts.clear();
        Tally tally = new Tally(run);
        Future<Integer> published = executor.submit(() -> publisher.publish(run));
        while (true) {
            // When all is there it listens a little longer, for what should not come.
            @Nullable Receipt receipt = receipts.next(isComplete(published, tally) ? QUIET_MILLIS : PATIENCE_MILLIS);
            if (receipt == null) {
                return result(published.isDone() ? published.get() : -1, tally);
            }
            if (tally.take(receipt)) {
                write(out, receipt.line());
            }
        }
    }

    private static boolean isComplete(Future<Integer> published, Tally tally)
            throws InterruptedException, ExecutionException {
        return published.isDone()
                && tally.of(AllEarthquakes.QUEUE) >= published.get()
                && tally.of(StrongEarthquakes.QUEUE) >= DemonstrationResult.STRONG;
    }

    private static DemonstrationResult result(int published, Tally tally) {
        return new DemonstrationResult(
                published,
                tally.of(AllEarthquakes.QUEUE),
                tally.of(StrongEarthquakes.QUEUE),
                tally.inOrder(),
                tally.ofEarlierRuns());
    }

    private static void write(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }
}
