package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Browse;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.vpn.MessageVpn;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.qpid.jms.JmsTemporaryDestination;
import org.apache.qpid.jms.message.JmsInboundMessageDispatch;
import org.apache.qpid.jms.message.JmsOutboundMessageDispatch;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.apache.qpid.jms.meta.JmsConsumerId;
import org.apache.qpid.jms.meta.JmsConsumerInfo;
import org.apache.qpid.jms.meta.JmsProducerInfo;
import org.apache.qpid.jms.meta.JmsResource;
import org.apache.qpid.jms.meta.JmsSessionId;
import org.apache.qpid.jms.meta.JmsSessionInfo;
import org.apache.qpid.jms.meta.JmsTransactionInfo;
import org.apache.qpid.jms.provider.AsyncResult;
import org.apache.qpid.jms.provider.ProviderConstants.ACK_TYPE;
import org.jspecify.annotations.Nullable;

/** What the client library does its work through: one connection's sessions over the seam, in the broker's own JVM. Thread-safe. */
final class InVmProvider extends ImmediateProvider implements ListenerPump.Troubles {
    private final MessageVpn vpn;
    private final ConsumerBinding binding;
    private final JmsConnectionInfo connection;
    private final @Nullable ClientIds clientIds;
    private final Executor executor;
    private final ConnectionSettings settings;
    private final BranchSeat branch = new BranchSeat();
    private final Map<JmsSessionId, ClientSession> sessions = new ConcurrentHashMap<>();
    private @Nullable String takenClientId;

    /**
     * A provider for one connection.
     *
     * @param clientIds holds each client id to one connection; null where somebody else does
     * @param executor runs wake-ups of listeners, and outcomes of sends and acknowledgements not waited for
     */
    InVmProvider(
            MessageVpn vpn,
            ConsumerBinding binding,
            JmsConnectionInfo connection,
            @Nullable ClientIds clientIds,
            Executor executor,
            ConnectionSettings settings) {
        super(vpn.name(), new MessageFactory(settings.allowList()));
        this.vpn = vpn;
        this.binding = binding;
        this.connection = connection;
        this.clientIds = clientIds;
        this.executor = executor;
        this.settings = settings;
    }

    Browse browse(String queueName, String selector) {
        return vpn.browse(EndpointKind.QUEUE, EndpointName.of(queueName).text(), selector);
    }

    DeserializationAllowList allowList() {
        return settings.allowList();
    }

    ConnectionBranch branch() {
        return branch;
    }

    /** Holds a client id for this connection until it is closed. */
    void takeClientId(String clientId) throws JMSException {
        if (clientIds != null) {
            clientIds.take(clientId);
            takenClientId = clientId;
        }
    }

    @Override
    public void create(JmsResource resource, AsyncResult request) {
        run(request, () -> {
            if (resource instanceof JmsSessionInfo info) {
                addSession(info);
            } else if (resource instanceof JmsConsumerInfo info) {
                addConsumer(info);
            } else if (resource instanceof JmsProducerInfo info) {
                requireDestination(info);
            } else if (resource instanceof JmsTransactionInfo info) {
                markBegun(info);
            } else if (resource instanceof JmsTemporaryDestination destination) {
                binding.temporaries().create(destination);
            }
        });
    }

    private void addSession(JmsSessionInfo info) throws JMSException {
        AcknowledgeMode mode = AcknowledgeMode.of(info.getAcknowledgementMode());
        MessageVpn own = vpn.named(connection.getClientId());
        SessionWork work = new SessionWork(own, branch, mode, executor);
        sessions.put(info.getId(), new ClientSession(work, executor, this::dispatch, this));
    }

    private void addConsumer(JmsConsumerInfo info) throws JMSException {
        if (info.isConnectionConsumer()) {
            throw JmsErrors.notSupported("connection consumer of " + info.getDestination());
        }
        session(info.getParentId()).addConsumer(info, binding.bind(info));
    }

    private static void requireDestination(JmsProducerInfo info) {
        if (info.getDestination() != null) {
            Destinations.topicOf(info.getDestination());
        }
    }

    /** The library begins another transaction if the next one isn't marked. */
    private static void markBegun(@Nullable JmsTransactionInfo info) {
        if (info != null) {
            info.getId().setProviderHint(Boolean.TRUE);
        }
    }

    @Override
    public void start(JmsResource resource, AsyncResult request) {
        run(request, () -> {
            if (resource instanceof JmsConsumerInfo info) {
                session(info.getParentId()).start(info);
            }
        });
    }

    @Override
    public void stop(JmsResource resource, AsyncResult request) {
        run(request, () -> {
            if (resource instanceof JmsConsumerInfo info) {
                session(info.getParentId()).stop(info);
            }
        });
    }

    @Override
    public void destroy(JmsResource resource, AsyncResult request) {
        run(request, () -> {
            if (resource instanceof JmsConnectionInfo) {
                close();
            } else if (resource instanceof JmsSessionInfo info) {
                closeSession(info.getId());
            } else if (resource instanceof JmsConsumerInfo info) {
                ClientSession session = sessions.get(info.getParentId());
                if (session != null) {
                    session.removeConsumer(info.getId());
                }
            } else if (resource instanceof JmsTemporaryDestination destination) {
                binding.temporaries().delete(destination);
            }
        });
    }

    @Override
    public void send(JmsOutboundMessageDispatch envelope, AsyncResult request) {
        SessionWork work = session(envelope.getProducerId().getParentId()).work();
        if (!envelope.isCompletionRequired()) {
            run(request, () -> {
                work.send(message(envelope));
                envelope.getMessage().onSendComplete(); // the application may change it again
            });
        } else if (work.sendsAlone() || isDirect(envelope)) {
            sendWithCompletion(envelope, work, request);
        } else {
            run(request, () -> work.send(message(envelope)));
            if (isSuccess(envelope)) {
                listener().onCompletedMessageSend(envelope);
            }
        }
    }

    /** The library must have noted the send as pending before its completion comes. */
    private void sendWithCompletion(JmsOutboundMessageDispatch envelope, SessionWork work, AsyncResult request) {
        if (!isSuccess(envelope)) {
            run(request, () -> message(envelope));
            return;
        }
        request.onSuccess();
        try {
            if (isDirect(envelope)) {
                work.send(message(envelope));
                listener().onCompletedMessageSend(envelope);
            } else {
                work.submit(message(envelope)).whenSettled(executor, outcome -> complete(envelope, outcome));
            }
        } catch (BrokerException e) {
            listener().onFailedMessageSend(envelope, failure(JmsErrors.of(e)));
        } catch (JMSException e) {
            listener().onFailedMessageSend(envelope, failure(e));
        }
    }

    private boolean isDirect(JmsOutboundMessageDispatch envelope) {
        return isSuccess(envelope) && message(envelope).deliveryMode() == DeliveryMode.DIRECT;
    }

    private void complete(JmsOutboundMessageDispatch envelope, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Stored) {
            listener().onCompletedMessageSend(envelope);
        } else {
            listener().onFailedMessageSend(envelope, failure(JmsErrors.of(outcome)));
        }
    }

    private static boolean isSuccess(JmsOutboundMessageDispatch envelope) {
        return envelope.getPayload() instanceof Message;
    }

    private Message message(JmsOutboundMessageDispatch envelope) {
        if (envelope.getPayload() instanceof BrokerException refused) {
            throw refused;
        }
        Message message = (Message) envelope.getPayload();
        boolean byDefault = settings.sendsDirect()
                && !OutboundMessages.saysMode(
                        (MessageFacade) envelope.getMessage().getFacade());
        return byDefault ? message.withDeliveryMode(DeliveryMode.DIRECT) : message;
    }

    @Override
    public void acknowledge(JmsSessionId sessionId, ACK_TYPE type, AsyncResult request) {
        run(request, () -> {
            SessionWork work = session(sessionId).work();
            switch (type) {
                case ACCEPTED -> work.acknowledgeAll();
                case SESSION_SHUTDOWN, RELEASED, MODIFIED_FAILED -> work.recover();
                case REJECTED, MODIFIED_FAILED_UNDELIVERABLE, DELIVERED ->
                    throw JmsErrors.notSupported("acknowledgement " + type);
            }
        });
    }

    @Override
    public void acknowledge(JmsInboundMessageDispatch envelope, ACK_TYPE type, AsyncResult request) {
        run(request, () -> {
            SessionWork work = session(envelope.getConsumerId().getParentId()).work();
            ClientDelivery delivery = (ClientDelivery) Objects.requireNonNull(envelope.getProviderHint());
            switch (type) {
                case DELIVERED -> work.present(delivery);
                case ACCEPTED -> work.acknowledge(delivery);
                case RELEASED, MODIFIED_FAILED, MODIFIED_FAILED_UNDELIVERABLE -> work.fail(delivery);
                case REJECTED, SESSION_SHUTDOWN -> throw JmsErrors.notSupported("acknowledgement " + type);
            }
        });
    }

    @Override
    public void commit(JmsTransactionInfo transaction, JmsTransactionInfo next, AsyncResult request) {
        markBegun(next);
        run(request, () -> session(transaction.getSessionId()).work().commit());
    }

    @Override
    public void rollback(JmsTransactionInfo transaction, @Nullable JmsTransactionInfo next, AsyncResult request) {
        markBegun(next);
        run(request, () -> session(transaction.getSessionId()).work().rollback());
    }

    @Override
    public void recover(JmsSessionId sessionId, AsyncResult request) {
        run(request, () -> session(sessionId).work().recover());
    }

    @Override
    public void unsubscribe(String subscription, AsyncResult request) {
        run(request, () -> binding.unsubscribe(subscription));
    }

    @Override
    public void pull(JmsConsumerId consumerId, long timeoutMillis, AsyncResult request) {
        run(request, () -> session(consumerId.getParentId()).pull(consumerId, timeoutMillis));
    }

    private void dispatch(ClientDelivery delivery) {
        JmsConsumerInfo consumer = delivery.link().info();
        JmsInboundMessageDispatch envelope =
                new JmsInboundMessageDispatch(delivery.delivery().msgId());
        envelope.setMessageId(delivery.delivery().msgId());
        envelope.setConsumerId(consumer.getId());
        envelope.setConsumerInfo(consumer);
        envelope.setProviderHint(delivery);
        envelope.setMessage(InboundMessages.unsealed(delivery.delivery(), settings.allowList()));
        listener().onInboundMessage(envelope);
    }

    @Override
    public void ended(ConsumerLink link, JMSException why) {
        listener().onResourceClosed(link.info(), failure(why));
    }

    @Override
    public void failed(JMSException why) {
        listener().onProviderException(failure(why));
    }

    @Override
    public void close() {
        List.copyOf(sessions.keySet()).forEach(this::closeSession);
        binding.temporaries().deleteAll();
        if (clientIds != null && takenClientId != null) {
            clientIds.giveBack(takenClientId);
            takenClientId = null;
        }
    }

    private void closeSession(JmsSessionId id) {
        ClientSession session = sessions.remove(id);
        if (session != null) {
            session.close();
        }
    }

    private ClientSession session(JmsSessionId id) {
        ClientSession session = sessions.get(id);
        if (session == null) {
            throw new BrokerException(ErrorCode.NOT_ALLOWED, "session " + id + " is closed");
        }
        return session;
    }
}
