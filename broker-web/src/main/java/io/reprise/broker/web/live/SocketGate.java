package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.error.ServletAnswers;
import io.reprise.broker.web.security.Callers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Enumeration;
import java.util.Set;

/** Refuses what must not become a WebSocket while it can still be told why, with a status (spec 3.4). */
final class SocketGate extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Set<String> PARAMETERS = Set.of("vpn", "token");
    private static final int UPGRADE_REQUIRED = 426;

    private final transient BrokerSource source;
    private final transient LiveConnections connections;

    SocketGate(BrokerSource source, LiveConnections connections) {
        this.source = source;
        this.connections = connections;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            SubscribeServlet.requireClient(request);
            requireKnownParameters(request);
            Callers.vpn(source, SocketConfigurator.vpn(request.getParameterMap()), request);
            connections.requireRoom();
        } catch (BrokerException refusal) {
            ServletAnswers.problem(response, refusal);
            return;
        }
        if (!"websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
            response.setHeader("Upgrade", "websocket");
            ServletAnswers.problem(
                    response, ErrorCode.INVALID_PARAMETER, UPGRADE_REQUIRED, "this path takes WebSockets only");
            return;
        }
        chain.doFilter(new FromClient(request, new SocketUser(Callers.of(request))), response);
    }

    /** The request as the WebSocket is told of it: with all that is to be known of its user, which a WebSocket can't ask for. */
    private static final class FromClient extends HttpServletRequestWrapper {
        private final SocketUser user;

        FromClient(HttpServletRequest request, SocketUser user) {
            super(request);
            this.user = user;
        }

        @Override
        public Principal getUserPrincipal() {
            return user;
        }
    }

    private static void requireKnownParameters(HttpServletRequest request) {
        for (Enumeration<String> names = request.getParameterNames(); names.hasMoreElements(); ) {
            String name = names.nextElement();
            if (!PARAMETERS.contains(name)) {
                throw BrokerException.refused(
                        ErrorCode.INVALID_PARAMETER, "parameter " + name, "unknown", "token, vpn");
            }
        }
    }
}
