package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Permission;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.security.Callers;
import io.reprise.broker.web.security.Roles;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Who may start a replay of an endpoint over HTTP (spec 2.3): administrators and operators of any; a client of an exclusive one, as its
 * owner or with the permission to consume. Stateless.
 */
final class ReplayRights {
    private ReplayRights() {}

    /** @throws BrokerException {@code ACCESS_DENIED}, {@code REPLAY_NOT_EXCLUSIVE} */
    static void require(BrokerSource source, HttpServletRequest caller, EndpointCall call, EndpointView endpoint) {
        if (caller.isUserInRole(Roles.ADMIN) || caller.isUserInRole(Roles.OPERATOR)) {
            return;
        }
        Callers.vpn(source, call.vpn(), caller).requirePermission(call.kind(), call.name(), Permission.CONSUME);
        EndpointSettings settings = endpoint.settings();
        if (settings.accessType() != AccessType.EXCLUSIVE) {
            throw BrokerException.refused(
                    ErrorCode.REPLAY_NOT_EXCLUSIVE,
                    "accessType of " + call.subject(),
                    settings.accessType().sempName(),
                    AccessType.EXCLUSIVE.sempName() + ", or an administrator's start");
        }
    }
}
