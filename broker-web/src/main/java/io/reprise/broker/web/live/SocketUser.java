package io.reprise.broker.web.live;

import io.reprise.broker.model.access.ClientIdentity;
import java.security.Principal;

/** The user of a WebSocket, with where it comes from and whether it is an administrator. Immutable. */
record SocketUser(ClientIdentity client) implements Principal {
    @Override
    public String getName() {
        return client.username();
    }
}
