package io.reprise.broker.it.bench;

import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.ResourceAdapter;
import org.jspecify.annotations.Nullable;

/** What a bean on {@link MachineryAdapter} asks for. The server sets it before the activation. */
public final class MachineryActivation implements ActivationSpec {
    private @Nullable ResourceAdapter adapter;
    private int sessions = 1;

    public int getSessions() {
        return sessions;
    }

    /** How many threads deliver. */
    public void setSessions(int sessions) {
        this.sessions = sessions;
    }

    @Override
    public void validate() {}

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    @Override
    public void setResourceAdapter(ResourceAdapter adapter) {
        this.adapter = adapter;
    }
}
