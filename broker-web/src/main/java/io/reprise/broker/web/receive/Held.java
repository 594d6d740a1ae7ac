package io.reprise.broker.web.receive;

import io.reprise.broker.model.delivery.Delivery;

/**
 * A message that was handed to a client.
 *
 * @param token by which the client settles it; of its consumer
 */
record Held(String token, Delivery delivery) {
    int sizeBytes() {
        return delivery.message().sizeBytes();
    }
}
