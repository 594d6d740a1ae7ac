package io.reprise.broker.web.live;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveSubscription;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.broker.BrokerSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The VPN of one WebSocket, looked up at each use: it may stop and come again.
 *
 * @param client whose rules hold
 * @param id of the WebSocket, for people
 */
record SocketVpn(BrokerSource source, String name, ClientIdentity client, String id) {

    /** The frames of a new subscription begin with this. */
    long origin() {
        return source.broker().administration(name).vpn().origin();
    }

    /** @throws io.reprise.broker.model.error.BrokerException as {@code LiveSubjects.subscribe} */
    LiveSubscription subscribe(ClientFrame.Subscribe frame, StreamStart start, Runnable ready) {
        LiveRequest request = new LiveRequest(
                List.of(frame.filter()),
                start.start(),
                frame.conflation(),
                LiveRequest.DEFAULT_BUFFER_MESSAGES,
                LiveRequest.DEFAULT_BUFFER_BYTES,
                client.username() + ", WebSocket " + id);
        return vpn().live().subscribe(request, ready);
    }

    /**
     * Publishes; waits at most for room.
     *
     * @param settled told how that ended, soon, by a thread of {@code executor}; of a direct message at once
     * @throws io.reprise.broker.model.error.BrokerException if it is not published
     */
    void publish(Message message, Executor executor, Consumer<CommitOutcome> settled) {
        MessageVpn vpn = vpn();
        if (message.deliveryMode() == DeliveryMode.DIRECT) {
            vpn.live().publish(message);
            settled.accept(new CommitOutcome.Admitted(1));
        } else {
            vpn.submit(WorkUnit.publishing(message)).whenSettled(executor, settled);
        }
    }

    private MessageVpn vpn() {
        return source.broker().vpn(name, client);
    }
}
