package io.reprise.broker.model.vpn;

/**
 * The one session bean that adapter and web look up, as {@code java:global/broker-ear/broker-ejb/Lifecycle!} and this
 * interface's name. It hands out the broker, a plain object, so that nobody calls an EJB on the hot path and settlements work
 * while the beans are already gone [WILDFLY.md 16].
 */
public interface BrokerLocator {
    /** The JNDI name under which the bean is bound, without a container's prefix. */
    String JNDI_NAME = "java:global/broker-ear/broker-ejb/Lifecycle!io.reprise.broker.model.vpn.BrokerLocator";

    /** The broker; it may still be starting. Any thread. */
    Broker broker();
}
