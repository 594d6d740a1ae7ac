package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import jakarta.resource.spi.InvalidPropertyException;

/** An activation's way to its endpoint: which one that is, and each attempt to be bound to it. One attempt at a time. */
final class EndpointBinding {
    private final ActivationSettings settings;
    private final DestinationResolver resolver;
    private final String clientName;
    private volatile ResolvedDestination destination;

    /** @param clientName what administrators see on the endpoint: the activation's name */
    EndpointBinding(
            String clientName,
            ActivationSettings settings,
            ResolvedDestination destination,
            DestinationResolver resolver) {
        this.settings = settings;
        this.destination = destination;
        this.resolver = resolver;
        this.clientName = clientName;
    }

    /** Where it consumes, as far as is known. Any thread. */
    ResolvedDestination destination() {
        return destination;
    }

    /** @throws BrokerException if it can't be, now */
    Flow bind(Broker broker) {
        lookAgain();
        return new EndpointSetup(destination, settings.flow(), clientName).bind(broker);
    }

    /** What was guessed may be bound by now; names of the application's own scope can't be, and stay guessed [WILDFLY.md 12]. */
    private void lookAgain() {
        if (!destination.guessed()) {
            return;
        }
        try {
            destination = resolver.resolve(settings);
        } catch (InvalidPropertyException e) {
            throw new BrokerException(ErrorCode.INVALID_PARAMETER, String.valueOf(e.getMessage()), e);
        }
    }
}
