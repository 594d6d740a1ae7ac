package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.ReplayEnds;
import io.reprise.broker.engine.commit.ReplayLogTrim;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.ConfigurationWrites;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogName;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import io.reprise.broker.model.topic.FilterSet;
import io.reprise.broker.model.topic.TopicFilter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The changes an administrator can make to a VPN's replay log, as {@link EndpointChanges} are made [LOG.md L6]. */
final class ReplayLogChanges {
    private final VpnCore core;
    private final String vpn;
    private final InstantSource clock;

    ReplayLogChanges(VpnCore core, InstantSource clock) {
        this.core = core;
        this.vpn = core.store().vpn();
        this.clock = clock;
    }

    /** @throws BrokerException {@code NOT_FOUND} */
    static ReplayLogConfig require(VpnCore core, String name) {
        ReplayLogConfig log = core.directory().replayLog();
        if (log == null || !log.name().equals(name)) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND,
                    ReplayLogConfig.label(name) + " does not exist in VPN '"
                            + core.store().vpn() + "'");
        }
        return log;
    }

    private void configure(Function<VpnState, ConfigurationPlan> planner) {
        core.configure(planner).await().orThrow();
    }

    private ConfigurationPlan plan(@Nullable ReplayLogConfig after, Consumer<ConfigurationWrites> writes) {
        return plan(List.of(), after, writes);
    }

    private ConfigurationPlan plan(
            List<Effect> effects, @Nullable ReplayLogConfig after, Consumer<ConfigurationWrites> writes) {
        return new ConfigurationPlan(effects, writes, () -> core.directory().putReplayLog(after));
    }

    void create(String name, ReplayLogSettings settings) {
        ReplayLogName.of(name);
        requireQuota(name, settings);
        configure(state -> {
            refuseSecond(name);
            ReplayLogConfig created = new ReplayLogConfig(name, settings, 1, clock.millis(), FilterSet.of(List.of()));
            return plan(created, writes -> writes.insert(created.row(vpn)));
        });
    }

    /** A VPN has one log at most [spec 2.1]. */
    private void refuseSecond(String name) {
        ReplayLogConfig existing = core.directory().replayLog();
        if (existing == null) {
            return;
        }
        if (existing.name().equals(name)) {
            throw new BrokerException(
                    ErrorCode.ALREADY_EXISTS, existing.label() + " exists already in VPN '" + vpn + "'");
        }
        throw BrokerException.refused(
                ErrorCode.NOT_ALLOWED,
                ReplayLogConfig.label(name),
                "VPN '" + vpn + "' has " + existing.label(),
                "one replay log a VPN; delete the other first");
    }

    /** Without room nothing could be logged, and every publish would be refused. */
    private static void requireQuota(String name, ReplayLogSettings settings) {
        boolean enabled = settings.ingressEnabled() || settings.egressEnabled();
        if (enabled && settings.maxSpoolBytes() == 0) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    ReplayLogConfig.label(name),
                    ReplayLogAttributes.MAX_SPOOL_USAGE + " = 0 while " + ReplayLogAttributes.INGRESS_ENABLED + " or "
                            + ReplayLogAttributes.EGRESS_ENABLED,
                    ReplayLogAttributes.MAX_SPOOL_USAGE + " of 1 and more, or both off");
        }
    }

    void change(String name, ReplayLogSettings settings, long expectedVersion) {
        requireQuota(name, settings);
        configure(state -> {
            ReplayLogConfig after = expected(name, expectedVersion).withSettings(settings);
            List<Effect> trim = ReplayLogTrim.toQuota(state, settings.maxSpoolBytes());
            return plan(failing(trim, state), after, writes -> writes.update(after.row(vpn)));
        });
    }

    /** With what leaves the log the replays fail that still need it [spec 2.1]. */
    private List<Effect> failing(List<Effect> trim, VpnState state) {
        List<Effect> all = new ArrayList<>(trim);
        for (Effect effect : trim) {
            if (effect instanceof Trimmed trimmed) {
                all.addAll(ReplayEnds.logModified(state, trimmed.throughMsgId(), clock.millis()));
            }
        }
        return all;
    }

    private ReplayLogConfig expected(String name, long expectedVersion) {
        ReplayLogConfig log = require(core, name);
        if (expectedVersion >= 0 && log.version() != expectedVersion) {
            throw BrokerException.refused(
                    ErrorCode.VERSION_CONFLICT,
                    log.label(),
                    "version " + expectedVersion,
                    "the current version, " + log.version());
        }
        return log;
    }

    void delete(String name, long expectedVersion) {
        configure(state -> {
            ReplayLogConfig gone = expected(name, expectedVersion);
            return plan(failing(ReplayLogTrim.everything(state), state), null, writes -> {
                gone.filterRows(vpn).forEach(writes::delete);
                writes.delete(gone.row(vpn));
            });
        });
    }

    /** What is in the log stays: a filter is about what is published from now on [spec 2.1]. */
    void addFilter(String name, TopicFilter filter) {
        configure(state -> {
            ReplayLogConfig before = require(core, name);
            if (before.filters().filters().contains(filter)) {
                throw new BrokerException(
                        ErrorCode.ALREADY_EXISTS,
                        "topic filter '" + filter.text() + "' exists already on " + before.label());
            }
            List<TopicFilter> filters = new ArrayList<>(before.filters().filters());
            filters.add(filter);
            ReplayLogConfig after = before.withFilters(filters);
            return plan(after, writes -> {
                writes.update(after.row(vpn));
                writes.insert(new ReplayLogFilterEntity(vpn, filter.text()));
            });
        });
    }

    void removeFilter(String name, TopicFilter filter) {
        configure(state -> {
            ReplayLogConfig before = require(core, name);
            List<TopicFilter> filters = new ArrayList<>(before.filters().filters());
            if (!filters.remove(filter)) {
                throw new BrokerException(
                        ErrorCode.NOT_FOUND,
                        "topic filter '" + filter.text() + "' does not exist on " + before.label());
            }
            ReplayLogConfig after = before.withFilters(filters);
            return plan(after, writes -> {
                writes.update(after.row(vpn));
                writes.delete(new ReplayLogFilterEntity(vpn, filter.text()));
            });
        });
    }
}
