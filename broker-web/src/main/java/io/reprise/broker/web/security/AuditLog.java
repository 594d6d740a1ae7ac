package io.reprise.broker.web.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import java.security.Principal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line for each attempt to change something over the management API: who, what, from where, and how it ended (spec 5.4). Bodies
 * are not written.
 */
public final class AuditLog implements ContainerResponseFilter {
    private static final System.Logger LOG = System.getLogger("io.reprise.broker.audit");
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    @Context
    private @Nullable HttpServletRequest servletRequest;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        String path = request.getUriInfo().getRequestUri().getRawPath();
        if (path.contains("/SEMP/") && !READING.contains(request.getMethod())) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "user {0} from {1}: {2} {3} -> {4}",
                    user(request.getSecurityContext().getUserPrincipal()),
                    servletRequest == null ? "?" : servletRequest.getRemoteAddr(),
                    request.getMethod(),
                    path,
                    String.valueOf(response.getStatus()));
        }
    }

    private static String user(@Nullable Principal principal) {
        return principal == null ? "-" : principal.getName().replaceAll("\\p{Cntrl}", "?");
    }
}
