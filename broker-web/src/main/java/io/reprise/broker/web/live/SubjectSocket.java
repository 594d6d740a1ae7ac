package io.reprise.broker.web.live;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One WebSocket at {@code /rest/ws} (spec 3.4), as the server sees it. */
final class SubjectSocket extends Endpoint {
    private static final System.Logger LOG = System.getLogger(SubjectSocket.class.getName());

    /** A frame of a client; larger messages are published by {@code POST /rest/produce}. */
    private static final int MAX_FRAME_CHARACTERS = 1 << 20;

    /** A peer that takes nothing for so long is cut off: what is sent to show life counts too. */
    private static final long IDLE_MILLIS = 60_000;

    private final BrokerSource source;
    private final InstantSource clock;
    private final LiveConnections connections;
    private final Executor executor;
    private @Nullable SocketConnection connection;

    SubjectSocket(BrokerSource source, InstantSource clock, LiveConnections connections, Executor executor) {
        this.source = source;
        this.clock = clock;
        this.connections = connections;
        this.executor = executor;
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        session.setMaxTextMessageBufferSize(MAX_FRAME_CHARACTERS);
        session.setMaxIdleTimeout(IDLE_MILLIS);
        SocketOutlet outlet = new SessionOutlet(session);
        try {
            SocketVpn vpn = new SocketVpn(source, vpn(session), client(session), session.getId());
            SocketConnection made = new SocketConnection(outlet, vpn, clock, connections, executor);
            connections.add(made);
            connection = made;
            session.addMessageHandler(String.class, new Frames(made));
        } catch (BrokerException refusal) {
            outlet.close(CloseReason.CloseCodes.TRY_AGAIN_LATER, String.valueOf(refusal.getMessage()));
        }
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        if (connection != null) {
            connection.gone();
        }
    }

    @Override
    public void onError(Session session, Throwable broken) {
        LOG.log(System.Logger.Level.DEBUG, "a WebSocket broke off", broken);
        if (connection != null) {
            connection.close("it broke off");
        }
    }

    private static String vpn(Session session) {
        List<String> given = session.getRequestParameterMap().get("vpn");
        return given == null || given.isEmpty() ? Broker.DEFAULT_VPN : given.get(0);
    }

    /** Put there by {@link SocketGate}, through which each has come. */
    private static ClientIdentity client(Session session) {
        if (session.getUserPrincipal() instanceof SocketUser user) {
            return user.client();
        }
        throw new BrokerException(ErrorCode.UNAUTHORIZED, "the WebSocket has no user");
    }

    /** A class of its own: the server asks it for the type of what it takes. */
    private record Frames(SocketConnection connection) implements MessageHandler.Whole<String> {
        @Override
        public void onMessage(String frame) {
            connection.received(frame);
        }
    }

    /** Sends without waiting. */
    private record SessionOutlet(Session session) implements SocketOutlet {
        private static final int MAX_REASON_CHARACTERS = 40;

        @Override
        public void send(String frame, Runnable sent, Runnable failed) {
            session.getAsyncRemote().sendText(frame, result -> {
                if (result.isOK()) {
                    sent.run();
                } else {
                    failed.run();
                }
            });
        }

        @Override
        public void close(CloseReason.CloseCode code, String reason) {
            String shown =
                    reason.length() <= MAX_REASON_CHARACTERS ? reason : reason.substring(0, MAX_REASON_CHARACTERS);
            try {
                session.close(new CloseReason(code, shown));
            } catch (IOException gone) {
                LOG.log(System.Logger.Level.DEBUG, "a WebSocket was gone already", gone);
            }
        }
    }
}
