package io.reprise.broker.web.error;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The body of what the server refuses before a resource is reached, a missing or wrong password above all. Named as error page in
 * {@code web.xml}; called directly it is a path that isn't there.
 */
public final class ErrorPageServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean errorPage = request.getDispatcherType() == DispatcherType.ERROR;
        int status = errorPage ? statusOf(request) : HttpServletResponse.SC_NOT_FOUND;
        String uri = errorPage
                ? String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI))
                : request.getRequestURI();
        write(request, response, status, uri);
    }

    private static int statusOf(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status
                ? status
                : HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
    }

    private static void write(HttpServletRequest request, HttpServletResponse response, int status, String uri)
            throws IOException {
        String contextPath = request.getContextPath();
        boolean semp = uri.startsWith(contextPath) && ErrorAnswers.isSemp(uri.substring(contextPath.length()));
        HttpExceptionMapper.HttpStatusText words = HttpExceptionMapper.HttpStatusText.of(status);
        String text = request.getMethod() + " " + uri + ": " + words.text();
        byte[] body = ErrorAnswers.body(semp, words.code(), status, text, request.getMethod(), uri);
        response.setStatus(status);
        response.setContentType(semp ? "application/json" : ErrorAnswers.PROBLEM_JSON);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
