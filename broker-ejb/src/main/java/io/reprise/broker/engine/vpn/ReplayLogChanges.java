package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.change.ConfigurationDraft;
import io.reprise.broker.engine.change.ReplayLogSteps;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Function;

/** The changes an administrator can make to a VPN's replay log, made as those of {@link EndpointChanges} are [LOG.md L6, spec 2.1]. */
final class ReplayLogChanges {
    private final VpnCore core;
    private final InstantSource clock;

    ReplayLogChanges(VpnCore core, InstantSource clock) {
        this.core = core;
        this.clock = clock;
    }

    private void commit(Consumer<ReplayLogSteps> step) {
        ConfigurationDraft.commit(core, clock, draft -> step.accept(new ReplayLogSteps(draft)));
    }

    private ReplayLogConfig committed(Function<ReplayLogSteps, ReplayLogConfig> step) {
        return ConfigurationDraft.committed(core, clock, draft -> step.apply(new ReplayLogSteps(draft)));
    }

    ReplayLogConfig create(String name, ReplayLogSettings settings) {
        ReplayLogSteps.requireValid(name, settings);
        return committed(steps -> steps.create(name, settings));
    }

    ReplayLogConfig change(String name, ReplayLogSettings settings, long expectedVersion) {
        ReplayLogSteps.requireValid(name, settings);
        return committed(steps -> steps.change(name, settings, expectedVersion));
    }

    void delete(String name, long expectedVersion) {
        commit(steps -> steps.delete(name, expectedVersion));
    }

    /** What is in the log stays: a filter is about what is published from now on [spec 2.1]. */
    void addFilter(String name, TopicFilter filter) {
        commit(steps -> steps.addFilter(name, filter));
    }

    void removeFilter(String name, TopicFilter filter) {
        commit(steps -> steps.removeFilter(name, filter));
    }
}
