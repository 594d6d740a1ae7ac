package io.reprise.broker.web.receive;

import io.reprise.broker.model.endpoint.EndpointKind;

/**
 * Which consumer it is and whose.
 *
 * @param id nobody guesses it
 * @param user who made it, and may call it
 */
record ConsumerKey(String vpn, EndpointKind kind, String endpoint, String id, String user) {
    @Override
    public String toString() {
        return id + " of '" + user + "' on " + kind.text() + " '" + endpoint + "' of VPN '" + vpn + "'";
    }
}
