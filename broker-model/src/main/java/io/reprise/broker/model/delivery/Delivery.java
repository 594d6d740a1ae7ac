package io.reprise.broker.model.delivery;

/** One message presented to one session: what can be acknowledged or released. Immutable. Made by the engine only. */
public interface Delivery extends StoredMessage {}
