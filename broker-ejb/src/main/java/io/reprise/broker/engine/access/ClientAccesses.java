package io.reprise.broker.engine.access;

import io.reprise.broker.model.access.ClientIdentity;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The access of each client of one VPN, kept for its next call: who calls again and again, each time anew, would have his rules worked
 * out each time. Thread-safe.
 */
public final class ClientAccesses {
    private static final int MOST = 1_000;

    private final String vpn;
    private final Map<ClientIdentity, ClientAccess> known = new ConcurrentHashMap<>();

    public ClientAccesses(String vpn) {
        this.vpn = vpn;
    }

    /** The access of a client. */
    public ClientAccess of(ClientIdentity client) {
        ClientAccess access = known.get(client);
        if (access != null) {
            return access;
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        return known.computeIfAbsent(client, made -> new ClientAccess(vpn, made));
    }
}
