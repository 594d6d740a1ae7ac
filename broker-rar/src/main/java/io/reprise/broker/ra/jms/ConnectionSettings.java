package io.reprise.broker.ra.jms;

import org.jspecify.annotations.Nullable;

/**
 * What a connection is opened with.
 *
 * @param clientId the client id, or null: the application may set one
 * @param allowList what object messages may bring to life
 */
public record ConnectionSettings(@Nullable String clientId, DeserializationAllowList allowList) {
    /** No client id, no restriction. */
    public static final ConnectionSettings DEFAULTS = new ConnectionSettings(null, DeserializationAllowList.EVERYTHING);
}
