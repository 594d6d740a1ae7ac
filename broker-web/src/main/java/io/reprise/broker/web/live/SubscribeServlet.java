package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.error.ServletAnswers;
import io.reprise.broker.web.security.Callers;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Executor;

/** {@code GET /rest/subscribe}: a live stream of one or more subjects as server-sent events (spec 3.4). Asynchronous. */
final class SubscribeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /**
     * Each event goes to the connection as it is written. A buffer between would cost its size for each connection, and Undertow's
     * keeps what a flush could not write until the next event comes.
     */
    private static final int NO_BUFFER_BYTES = 1;

    private final transient BrokerSource source;
    private final transient LiveConnections connections;
    private final transient Executor executor;

    SubscribeServlet(BrokerSource source, LiveConnections connections, Executor executor) {
        this.source = source;
        this.connections = connections;
        this.executor = executor;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            requireClient(request);
            open(StreamQuery.read(request, source), request, response);
        } catch (BrokerException refusal) {
            ServletAnswers.problem(response, refusal);
        }
    }

    /** The default is a GET without a body, which never ends. */
    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    }

    /** @throws BrokerException ACCESS_DENIED */
    static void requireClient(HttpServletRequest request) {
        if (!Callers.isClient(request)) {
            throw new BrokerException(
                    ErrorCode.ACCESS_DENIED,
                    request.getMethod() + " " + request.getRequestURI() + ": the user lacks the role for this");
        }
    }

    private void open(StreamQuery query, HttpServletRequest request, HttpServletResponse response) throws IOException {
        EventStream stream =
                new EventStream(new StreamFrames(query.origin(), query.start().status()), connections, executor);
        String client = request.getRemoteUser() + "@" + request.getRemoteAddr();
        stream.subscribe(Callers.vpn(source, query.vpn(), request).live(), query.request(client));
        response.setBufferSize(NO_BUFFER_BYTES);
        response.setContentType("text/event-stream;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        stream.start(context, response.getOutputStream());
    }
}
