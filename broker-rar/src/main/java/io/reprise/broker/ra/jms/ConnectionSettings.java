package io.reprise.broker.ra.jms;

import org.jspecify.annotations.Nullable;

/**
 * What a connection is opened with.
 *
 * @param clientId the client id, or null: the application may set one
 * @param allowList what object messages may bring to life
 * @param sendsDirect whether messages are sent directly that don't say otherwise by {@code JMS_Reprise_DeliveryMode} [spec 1.5]
 */
public record ConnectionSettings(@Nullable String clientId, DeserializationAllowList allowList, boolean sendsDirect) {
    /** No client id, no restriction, guaranteed. */
    public static final ConnectionSettings DEFAULTS =
            new ConnectionSettings(null, DeserializationAllowList.EVERYTHING, false);

    /** The same, but direct unless a message says otherwise. */
    public ConnectionSettings sendingDirect() {
        return new ConnectionSettings(clientId, allowList, true);
    }
}
