package io.reprise.broker.it.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** TCP ports of the loopback address. */
public final class FreePort {

    private FreePort() {}

    /** A port that nobody listens on now; another process may still take it before its user does. */
    public static int any() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException("No free TCP port on the loopback address", failure);
        }
    }

    /** True when nobody listens on the port of the loopback address. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException inUse) {
            return false;
        }
    }
}
