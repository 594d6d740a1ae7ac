package io.reprise.broker.it.demo;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /late/received?run=…&count=…} answers, while they come, a line for each message of that run that the late joiner
 * receives, until there are so many and no more comes; the last line is a {@link LateResult}.
 */
@WebServlet("/received")
public class LateServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final long PATIENCE_MILLIS = 30_000;
    private static final long QUIET_MILLIS = 500;

    @Inject
    private transient Receipts receipts;

    @Override
    protected synchronized void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        Tally tally = new Tally(request.getParameter("run"));
        try {
            take(tally, Integer.parseInt(request.getParameter("count")), response.getWriter());
            response.getWriter()
                    .println(new LateResult(tally.of(LateJoiner.QUEUE), tally.inOrder(), tally.ofEarlierRuns()).line());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Tally tally, int count, PrintWriter out) throws InterruptedException {
        @Nullable Receipt receipt = receipts.next(PATIENCE_MILLIS);
        while (receipt != null) {
            if (tally.take(receipt)) {
                out.println(receipt.line());
            }
            // When all is there it listens a little longer, for what should not come.
            receipt = receipts.next(tally.of(LateJoiner.QUEUE) >= count ? QUIET_MILLIS : PATIENCE_MILLIS);
        }
    }
}
