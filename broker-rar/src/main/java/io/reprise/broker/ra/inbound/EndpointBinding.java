package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.ra.inbound.ResolvedDestination.Source;
import io.reprise.broker.ra.live.LiveFlow;
import io.reprise.broker.ra.live.LivePlace;
import jakarta.resource.spi.InvalidPropertyException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** An activation's way to its endpoint: which one that is, and each attempt to be bound to it. One attempt at a time. */
final class EndpointBinding {
    private final ActivationSettings settings;
    private final DestinationResolver resolver;
    private final String clientName;
    private final ActivationReplay replay;
    private final LivePlace place;
    private volatile ResolvedDestination destination;
    private volatile @Nullable TemporaryEndpoint held;

    /**
     * A way to an endpoint, or to the live side.
     *
     * @param clientName what administrators see on the endpoint: the activation's name
     * @param place where it goes on as a live subscriber
     */
    EndpointBinding(
            String clientName,
            ActivationSettings settings,
            ResolvedDestination destination,
            DestinationResolver resolver,
            InstantSource clock,
            LivePlace place) {
        this.settings = settings;
        this.destination = destination;
        this.resolver = resolver;
        this.clientName = clientName;
        this.place = place;
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
        MessageVpn vpn =
                broker.vpn(destination.vpnName(), settings.identity().login().identity(broker));
        Flow flow = switch (destination.source()) {
            case ENDPOINT -> new EndpointSetup(destination, settings, clientName).bind(vpn);
            case TEMPORARY, SHARED_TEMPORARY -> temporary(vpn);
            case LIVE -> live(vpn);
        };
        try {
            settings.flow().replay().ifPresent(wish -> replay.ask(wish, flow));
            return flow;
        } catch (RuntimeException e) {
            flow.close();
            throw e;
        }
    }

    /** The endpoint stays while the activation lives, also while it is paused: its messages gather. */
    private Flow temporary(MessageVpn vpn) {
        ActivationSettings.Flow wanted = settings.flow();
        TemporaryEndpoint mine = held;
        if (mine == null) {
            mine = vpn.createTemporary(
                    destination.source() == Source.TEMPORARY
                            ? new TemporaryRequest.Subscription(destination.topic(), wanted.selector())
                            : new TemporaryRequest.SharedSubscription(
                                    destination.endpointName(), destination.topic(), wanted.selector()));
            held = mine;
        }
        try {
            return vpn.bind(
                    new BindRequest(mine.kind(), mine.name(), clientName, "", wanted.prefetch(), wanted.redelivery()));
        } catch (BrokerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                release(); // the VPN was opened anew while this was paused: the next attempt makes another
            }
            throw e;
        }
    }

    private Flow live(MessageVpn vpn) {
        ActivationSettings.Flow wanted = settings.flow();
        return LiveFlow.open(
                vpn, destination.topic(), wanted.live().orElseThrow(), wanted.selector(), clientName, place);
    }

    /** The activation has ended, or the broker has ended what it was bound to: a temporary endpoint goes. */
    void release() {
        TemporaryEndpoint mine = held;
        held = null;
        if (mine != null) {
            mine.close();
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
