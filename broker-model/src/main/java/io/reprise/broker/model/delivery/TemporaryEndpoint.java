package io.reprise.broker.model.delivery;

import io.reprise.broker.model.endpoint.EndpointKind;

/**
 * An owner's hold on an endpoint that lives no longer than its owners do [spec 1.4]: it is bound, published to and shown as any other,
 * not replayed, and not an administrator's to change. Thread-safe.
 */
public interface TemporaryEndpoint extends AutoCloseable {
    EndpointKind kind();

    /** Given by the broker: {@link io.reprise.broker.model.endpoint.EndpointName#isTemporary}. */
    String name();

    /**
     * Its owner has gone. With the last owner the endpoint and what is on it are gone, when this returns; or later, if the database
     * can't be reached now. Never throws; a second call does nothing.
     */
    @Override
    void close();
}
