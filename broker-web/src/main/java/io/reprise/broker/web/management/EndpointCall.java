package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.condition.Preconditions;
import jakarta.ws.rs.PathParam;
import java.util.List;
import java.util.Map;

/** What a call about endpoints says in its path and headers. Made by the HTTP layer for each request. */
public final class EndpointCall extends VpnCall {
    @PathParam("collection")
    private String collectionSegment = "";

    @PathParam("name")
    private String name = "";

    EndpointCollection collection() {
        return EndpointCollection.ofSegment(collectionSegment);
    }

    EndpointKind kind() {
        return collection().kind();
    }

    /** The endpoint's name as the path has it, decoded. */
    String name() {
        return name;
    }

    /** For messages to people. */
    String subject() {
        return kind().text() + " '" + name + "' of VPN '" + vpn() + "'";
    }

    /** The endpoint, or NOT_FOUND. */
    EndpointView existing(VpnAdministration vpnAdministration) {
        return vpnAdministration.endpoint(kind(), name).orElseThrow(this::missing);
    }

    BrokerException missing() {
        return new BrokerException(ErrorCode.NOT_FOUND, subject() + " does not exist");
    }

    /** Links of an object of this collection. */
    Map<String, String> links(String api, String objectName) {
        List<String> below =
                api.equals("monitor") ? List.of("subscriptions", "msgs", "txFlows") : List.of("subscriptions");
        return links(below, api, collection().segment(), objectName);
    }

    Preconditions preconditions() {
        return preconditions(subject());
    }
}
