package io.reprise.broker.ra.jms;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.jms.JMSException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.apache.qpid.jms.message.JmsMessageFactory;
import org.apache.qpid.jms.meta.JmsConnectionInfo;
import org.apache.qpid.jms.provider.AsyncResult;
import org.apache.qpid.jms.provider.ConservativeProviderFuture;
import org.apache.qpid.jms.provider.Provider;
import org.apache.qpid.jms.provider.ProviderException;
import org.apache.qpid.jms.provider.ProviderFuture;
import org.apache.qpid.jms.provider.ProviderListener;
import org.apache.qpid.jms.provider.ProviderSynchronization;
import org.jspecify.annotations.Nullable;

/**
 * A provider that does everything on the calling thread: every request is complete when its call returns. So nothing of the client
 * library ever waits, and interrupts don't break off what must be durable. There is no connection to lose.
 */
abstract class ImmediateProvider implements Provider {
    private final URI uri;
    private final JmsMessageFactory messageFactory;
    private volatile @Nullable ProviderListener listener;

    ImmediateProvider(String vpnName, JmsMessageFactory messageFactory) {
        this.uri = URI.create("reprise:" + vpnName.replaceAll("[^A-Za-z0-9._-]", "_"));
        this.messageFactory = messageFactory;
    }

    /** Does it now and completes the request, as failed with the Jakarta Messaging exception if it throws. */
    static void run(AsyncResult request, Step step) {
        try {
            step.run();
        } catch (BrokerException e) {
            request.onFailure(failure(JmsErrors.of(e)));
            return;
        } catch (JMSException e) {
            request.onFailure(failure(e));
            return;
        } catch (RuntimeException e) {
            request.onFailure(failure(JmsErrors.of(new BrokerException(ErrorCode.INTERNAL_ERROR, e.toString(), e))));
            return;
        }
        request.onSuccess();
    }

    /** The library throws the cause of a provider's exception to the application if that is a JMSException. */
    static ProviderException failure(JMSException e) {
        return new ProviderException(e.getMessage(), e);
    }

    /** Something to do for a request. */
    interface Step {
        void run() throws JMSException;
    }

    @Override
    public void connect(JmsConnectionInfo connectionInfo) {}

    @Override
    public void start() {}

    @Override
    public URI getRemoteURI() {
        return uri;
    }

    @Override
    public List<URI> getAlternateURIs() {
        return List.of();
    }

    @Override
    public JmsMessageFactory getMessageFactory() {
        return messageFactory;
    }

    @Override
    public ProviderFuture newProviderFuture() {
        return new ConservativeProviderFuture();
    }

    @Override
    public ProviderFuture newProviderFuture(@Nullable ProviderSynchronization synchronization) {
        return new ConservativeProviderFuture(synchronization);
    }

    @Override
    public void setProviderListener(ProviderListener listener) {
        this.listener = listener;
    }

    @Override
    public @Nullable ProviderListener getProviderListener() {
        return listener;
    }

    ProviderListener listener() {
        return Objects.requireNonNull(listener);
    }
}
