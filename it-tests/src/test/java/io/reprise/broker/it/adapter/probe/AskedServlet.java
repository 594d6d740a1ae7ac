package io.reprise.broker.it.adapter.probe;

import jakarta.annotation.Resource;
import jakarta.jms.ConnectionFactory;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/**
 * {@code GET ?do=…}: does something with the connection factory that an application looks up, and answers what came of it: a refusal is an
 * answer too.
 */
public abstract class AskedServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** How long messages are waited for. */
    static final long PATIENCE_MILLIS = 10_000;

    @Resource(lookup = "java:/jms/RepriseConnectionFactory")
    transient ConnectionFactory factory;

    @Resource
    transient UserTransaction transaction;

    @Override
    protected final void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        response.getWriter().print(answer(request));
    }

    private String answer(HttpServletRequest request) {
        try {
            return run(request.getParameter("do"), request);
        } catch (Exception e) {
            return refused(e);
        }
    }

    /**
     * Does it.
     *
     * @return what came of it
     */
    abstract String run(String what, HttpServletRequest request) throws Exception;

    /** What is answered where that threw. */
    String refused(Exception e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
