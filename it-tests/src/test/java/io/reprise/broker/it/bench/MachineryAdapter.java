package io.reprise.broker.it.bench;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.WorkManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * An adapter without a broker: hands nothing, in a transaction, to beans, as fast as they take it. What it reaches is the most that
 * any broker could over the server's message-driven beans and transactions.
 */
public final class MachineryAdapter implements ResourceAdapter {
    private final Map<MessageEndpointFactory, List<MachinerySession>> running = new ConcurrentHashMap<>();
    private @Nullable WorkManager works;

    @Override
    public void start(BootstrapContext context) {
        works = context.getWorkManager();
    }

    @Override
    public void stop() {}

    @Override
    public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec) throws ResourceException {
        List<MachinerySession> sessions = new ArrayList<>();
        running.put(factory, sessions);
        for (int i = 0; i < ((MachineryActivation) spec).getSessions(); i++) {
            MachinerySession session = new MachinerySession(factory);
            sessions.add(session);
            Objects.requireNonNull(works).scheduleWork(session);
        }
    }

    @Override
    public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec spec) {
        running.getOrDefault(factory, List.of()).forEach(MachinerySession::release);
    }

    @Override
    public XAResource[] getXAResources(ActivationSpec[] specs) {
        return new XAResource[0];
    }

    /** There is one, and the server asks for both of these. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
