package io.reprise.broker.web.security;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.broker.BrokerSource;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;

/** Who calls, as a VPN's access rules know him: an administrator, whom they don't bind, or a client by his name (spec 5.4). Stateless. */
public final class Callers {
    private Callers() {}

    /** Whether the caller has a role of who sends and receives. */
    public static boolean isClient(HttpServletRequest request) {
        return request.isUserInRole(Roles.CLIENT) || request.isUserInRole(Roles.ADMIN);
    }

    /** The caller of a request, which has been authenticated. */
    public static ClientIdentity of(HttpServletRequest request) {
        Principal user = request.getUserPrincipal();
        return new ClientIdentity(
                user == null ? "" : user.getName(), request.getRemoteAddr(), request.isUserInRole(Roles.ADMIN));
    }

    /**
     * A VPN as the caller may use it; what he publishes is counted as his, from where he is.
     *
     * @throws io.reprise.broker.model.error.BrokerException as {@link io.reprise.broker.model.vpn.Broker#vpn(String, ClientIdentity)}
     */
    public static MessageVpn vpn(BrokerSource source, String vpnName, HttpServletRequest request) {
        ClientIdentity caller = of(request);
        return source.broker().vpn(vpnName, caller).named(caller.username() + "@" + caller.address());
    }
}
