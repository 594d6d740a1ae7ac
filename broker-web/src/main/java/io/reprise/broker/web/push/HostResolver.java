package io.reprise.broker.web.push;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Asks for the addresses of a host. May block, as name servers do. Thread-safe. */
@FunctionalInterface
public interface HostResolver {
    /** One and more. */
    InetAddress[] resolve(String host) throws UnknownHostException;
}
