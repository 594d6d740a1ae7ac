package io.reprise.broker.web.live;

import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import jakarta.websocket.server.ServerEndpointConfig;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executor;

/** Makes the end of each WebSocket with what it needs. Thread-safe. */
final class SocketConfigurator extends ServerEndpointConfig.Configurator {
    private final BrokerSource source;
    private final InstantSource clock;
    private final LiveConnections connections;
    private final Executor executor;

    SocketConfigurator(BrokerSource source, InstantSource clock, LiveConnections connections, Executor executor) {
        this.source = source;
        this.clock = clock;
        this.connections = connections;
        this.executor = executor;
    }

    ServerEndpointConfig endpoint(String path) {
        return ServerEndpointConfig.Builder.create(SubjectSocket.class, path)
                .configurator(this)
                .build();
    }

    @Override
    public <T> T getEndpointInstance(Class<T> endpointClass) {
        return endpointClass.cast(new SubjectSocket(source, clock, connections, executor));
    }

    /** The VPN that the address names. */
    static String vpn(Map<String, String[]> parameters) {
        String[] given = parameters.get("vpn");
        return given == null || given.length == 0 ? Broker.DEFAULT_VPN : given[0];
    }
}
