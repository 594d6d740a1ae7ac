package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import jakarta.resource.spi.InvalidPropertyException;
import java.time.InstantSource;

/** An activation's way to its endpoint: which one that is, and each attempt to be bound to it. One attempt at a time. */
final class EndpointBinding {
    private final ActivationSettings settings;
    private final DestinationResolver resolver;
    private final String clientName;
    private final ActivationReplay replay;
    private volatile ResolvedDestination destination;

    /** @param clientName what administrators see on the endpoint: the activation's name */
    EndpointBinding(
            String clientName,
            ActivationSettings settings,
            ResolvedDestination destination,
            DestinationResolver resolver,
            InstantSource clock) {
        this.settings = settings;
        this.destination = destination;
        this.resolver = resolver;
        this.clientName = clientName;
        this.replay = new ActivationReplay(clientName, clock);
    }

    /** Where it consumes, as far as is known. Any thread. */
    ResolvedDestination destination() {
        return destination;
    }

    /**
     * Binds it; what it wants replayed is on its way when it returns, and no message was taken.
     *
     * @throws ReplayRefusedException if it wants a replay that it can't have: to try again is of no use
     * @throws BrokerException if it can't be, now
     */
    Flow bind(Broker broker) {
        lookAgain();
        Flow flow = new EndpointSetup(destination, settings.flow(), clientName).bind(broker);
        try {
            settings.flow().replay().ifPresent(wish -> replay.ask(wish, flow));
            return flow;
        } catch (RuntimeException e) {
            flow.close();
            throw e;
        }
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
