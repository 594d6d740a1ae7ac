package io.reprise.broker.it.server;

import io.reprise.broker.it.process.FreePort;

/**
 * The two ports a server listens on, of the loopback address.
 *
 * @param http of applications
 * @param management of the server's administration
 */
record ServerPorts(int http, int management) {

    /** The given ones, a free one where 0 is given. */
    static ServerPorts of(ServerSettings settings) {
        int http = settings.httpPort() == 0 ? FreePort.any() : settings.httpPort();
        int management = settings.managementPort();
        while (management == 0 || management == http) {
            management = FreePort.any();
        }
        return new ServerPorts(http, management);
    }

    void checkFree() {
        if (!FreePort.isFree(http)) {
            throw busy(http, "HTTP");
        }
        if (!FreePort.isFree(management)) {
            throw busy(management, "the server's management");
        }
    }

    private static ServerFailure busy(int port, String use) {
        return new ServerFailure("Port " + port + " for " + use
                + " is in use by another program: stop that one, or choose another port");
    }
}
