package io.reprise.broker.web.broker;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.BrokerLocator;
import jakarta.ejb.EJBException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Finds the broker through the engine's one session bean. Nothing is kept: before the engine has started, while it stops and after
 * a failed start the answer is 503, and the next request looks again [WILDFLY.md 16].
 */
public final class JndiBrokerSource implements BrokerSource {
    @Override
    @SuppressWarnings("BanJNDI") // a constant name in the server's own naming
    public Broker broker() {
        try {
            BrokerLocator locator = InitialContext.doLookup(BrokerLocator.JNDI_NAME);
            return locator.broker();
        } catch (NamingException | EJBException absent) {
            throw new BrokerException(
                    ErrorCode.VPN_DOWN, "the broker is not running in this server; its log says why", absent);
        }
    }
}
