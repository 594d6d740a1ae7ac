package io.reprise.broker.ra.inbound;

import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.ra.environment.AdapterEnvironment;
import io.reprise.broker.ra.xa.VpnAccess;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;

/** Makes each session's way to one bean. Immutable. */
final class BeanSessions {
    private final MessageEndpointFactory factory;
    private final boolean transacted;
    private final boolean live;
    private final ActivationSettings.Delivery settings;
    private final AdapterEnvironment environment;

    /** @throws NoSuchMethodException if the bean is no {@code MessageListener} */
    BeanSessions(MessageEndpointFactory factory, ActivationSettings settings, AdapterEnvironment environment)
            throws NoSuchMethodException {
        this.factory = factory;
        this.transacted = BeanEndpoint.isTransacted(factory);
        this.live = settings.flow().live().isPresent();
        this.settings = settings.delivery();
        this.environment = environment;
    }

    /** @param outcomes is told how each delivery ended */
    Presenter presenter(DeliverySession session, String vpnName, Presenter.Outcomes outcomes) {
        Settlement settlement = settlement(session, environment.engine().vpn(vpnName));
        BeanEndpoint endpoint = new BeanEndpoint(
                factory, environment.transactions(), settings.transactionTimeout(), settlement.resource());
        return new Presenter(session, endpoint, settlement, settings.allowList(), outcomes);
    }

    private Settlement settlement(DeliverySession session, VpnAccess vpn) {
        if (live) {
            return new LiveSettlement(session);
        }
        if (transacted) {
            return new TransactedSettlement(session, vpn);
        }
        return settings.dupsOk()
                ? new DupsOkSettlement(session, vpn, System::nanoTime)
                : new AutoSettlement(session, vpn);
    }
}
