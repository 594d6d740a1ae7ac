package io.reprise.broker.web.broker;

import io.reprise.broker.model.vpn.Broker;

/** Where the resources get the broker from, anew for each request. Thread-safe. */
@FunctionalInterface
public interface BrokerSource {
    /**
     * The broker.
     *
     * @throws io.reprise.broker.model.error.BrokerException VPN_DOWN while there is none
     */
    Broker broker();
}
