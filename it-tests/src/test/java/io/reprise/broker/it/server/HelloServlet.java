package io.reprise.broker.it.server;

import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Objects;

/** Greets whoever has the role {@code reprise-admin}. */
@WebServlet("/hello")
@ServletSecurity(@HttpConstraint(rolesAllowed = "reprise-admin"))
public class HelloServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Principal user = Objects.requireNonNull(request.getUserPrincipal());
        response.getWriter().write("Hello " + user.getName());
    }
}
