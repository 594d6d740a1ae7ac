package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.state.VpnState;
import java.util.function.Function;

/** A change of configuration: planned by the committer, written in an entry and a transaction of its own [LOG.md L6]. */
final class ConfigurationOperation extends Operation {
    private final Function<VpnState, ConfigurationPlan> planner;

    /**
     * @param planner checks the change against what there is, on the committer's thread; a {@link
     *     io.reprise.broker.model.error.BrokerException} refuses it
     */
    ConfigurationOperation(Function<VpnState, ConfigurationPlan> planner, long timeoutMillis) {
        super(timeoutMillis);
        this.planner = planner;
    }

    ConfigurationPlan plan(VpnState state) {
        return planner.apply(state);
    }
}
