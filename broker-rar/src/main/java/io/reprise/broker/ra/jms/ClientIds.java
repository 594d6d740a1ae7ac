package io.reprise.broker.ra.jms;

import jakarta.jms.InvalidClientIDException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The client ids in use through one connection factory: each names one connection at a time [JMS 3.1 §6.1.2]. Thread-safe. */
final class ClientIds {
    private final Set<String> inUse = ConcurrentHashMap.newKeySet();

    void take(String clientId) throws InvalidClientIDException {
        if (!inUse.add(clientId)) {
            throw new InvalidClientIDException("client id '" + clientId + "' is in use by another connection");
        }
    }

    void giveBack(String clientId) {
        inUse.remove(clientId);
    }
}
