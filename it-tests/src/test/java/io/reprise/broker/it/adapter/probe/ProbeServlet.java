package io.reprise.broker.it.adapter.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code GET /seen}: the lines; {@code DELETE /seen}: forgets them; {@code POST /seen?gate=g}: opens a gate. */
@WebServlet("/seen")
public class ProbeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; charset=utf-8");
        response.getWriter().print(String.join("\n", Seen.lines()));
    }

    @Override
    protected void doDelete(HttpServletRequest request, HttpServletResponse response) {
        Seen.clear();
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        Seen.openGate(request.getParameter("gate"));
    }
}
