package io.reprise.broker.ra.inbound;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The setters for names that properties have in other adapters and old servers. Everything is text here: what it means, and whether
 * it may be, is said by one parser with one wording. Used by the container's deploying thread only.
 */
public abstract class OtherNames {
    private final Map<String, String> given = new LinkedHashMap<>();

    /** What was set, by the names that were used. */
    Map<String, String> given() {
        return given;
    }

    final void give(String name, String value) {
        given.put(name, value);
    }

    public void setClientID(String value) {
        give("clientID", value);
    }

    public void setMaxSessions(String value) {
        give("maxSessions", value);
    }

    public void setEndpointPoolMaxSize(String value) {
        give("endpointPoolMaxSize", value);
    }

    public void setReconnectAttempts(String value) {
        give("reconnectAttempts", value);
    }

    public void setReconnectInterval(String value) {
        give("reconnectInterval", value);
    }

    public void setUserName(String value) {
        give("userName", value);
    }

    public void setUseJNDI(String value) {
        give("useJNDI", value);
    }

    public void setProviderAdapterJNDI(String value) {
        give("providerAdapterJNDI", value);
    }

    public void setMinSession(String value) {
        give("minSession", value);
    }

    public void setKeepAlive(String value) {
        give("keepAlive", value);
    }

    public void setMaxMessages(String value) {
        give("maxMessages", value);
    }

    public void setSessionTransacted(String value) {
        give("sessionTransacted", value);
    }

    public void setUseDLQ(String value) {
        give("useDLQ", value);
    }

    public void setForceClearOnShutdown(String value) {
        give("forceClearOnShutdown", value);
    }

    public void setRedeliverUnspecified(String value) {
        give("redeliverUnspecified", value);
    }

    public void setJndiParams(String value) {
        give("jndiParams", value);
    }

    public void setRebalanceConnections(String value) {
        give("rebalanceConnections", value);
    }
}
