package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.web.security.Roles;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;

/**
 * Who may start a replay of an endpoint over HTTP (spec 2.3): administrators and operators of any; a client of an exclusive one, as its
 * owner or with the permission to consume. Stateless.
 */
final class ReplayRights {
    private ReplayRights() {}

    /** @throws BrokerException {@code ACCESS_DENIED}, {@code REPLAY_NOT_EXCLUSIVE} */
    static void require(SecurityContext caller, EndpointCall call, EndpointView endpoint) {
        if (caller.isUserInRole(Roles.ADMIN) || caller.isUserInRole(Roles.OPERATOR)) {
            return;
        }
        Principal user = caller.getUserPrincipal();
        String name = user == null ? "" : user.getName();
        EndpointSettings settings = endpoint.settings();
        if (!mayConsume(settings, name)) {
            throw BrokerException.refused(
                    ErrorCode.ACCESS_DENIED,
                    "replay of " + call.subject() + " by '" + name + "'",
                    "permission " + settings.permission().sempName(),
                    "its owner, or permission " + Permission.CONSUME.sempName() + " or more");
        }
        if (settings.accessType() != AccessType.EXCLUSIVE) {
            throw BrokerException.refused(
                    ErrorCode.REPLAY_NOT_EXCLUSIVE,
                    "accessType of " + call.subject(),
                    settings.accessType().sempName(),
                    AccessType.EXCLUSIVE.sempName() + ", or an administrator's start");
        }
    }

    private static boolean mayConsume(EndpointSettings settings, String user) {
        boolean owner = !user.isEmpty() && settings.owner().equals(user);
        return owner || settings.permission().includes(Permission.CONSUME);
    }
}
