package io.reprise.broker.engine.change;

import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogName;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.settings.FirstVersion;
import io.reprise.broker.model.topic.FilterSet;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What can be done to a VPN's replay log in a draft, each step refused by a {@link BrokerException} that leaves the draft as it was.
 * The committer's thread.
 */
public final class ReplayLogSteps {
    private final ConfigurationDraft draft;

    public ReplayLogSteps(ConfigurationDraft draft) {
        this.draft = draft;
    }

    /** What can be said of a log without knowing what there is: without room nothing could be logged, and every publish would be refused. */
    public static void requireValid(String name, ReplayLogSettings settings) {
        ReplayLogName.of(name);
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

    private ReplayLogConfig require(String name) {
        ReplayLogConfig log = draft.replayLog();
        if (log == null || !log.name().equals(name)) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND, ReplayLogConfig.label(name) + " does not exist in VPN '" + draft.vpn() + "'");
        }
        return log;
    }

    private ReplayLogConfig expected(String name, long expectedVersion) {
        ReplayLogConfig log = require(name);
        if (expectedVersion >= 0 && log.version() != expectedVersion) {
            throw BrokerException.refused(
                    ErrorCode.VERSION_CONFLICT,
                    log.label(),
                    "version " + expectedVersion,
                    "the current version, " + log.version());
        }
        return log;
    }

    public ReplayLogConfig create(String name, ReplayLogSettings settings) {
        refuseSecond(name);
        return put(
                new ReplayLogConfig(name, settings, FirstVersion.next(), draft.nowMillis(), FilterSet.of(List.of())));
    }

    private ReplayLogConfig put(ReplayLogConfig after) {
        draft.putReplayLog(after);
        return after;
    }

    /** A VPN has one log at most [spec 2.1]. */
    private void refuseSecond(String name) {
        ReplayLogConfig existing = draft.replayLog();
        if (existing == null) {
            return;
        }
        if (existing.name().equals(name)) {
            throw new BrokerException(
                    ErrorCode.ALREADY_EXISTS, existing.label() + " exists already in VPN '" + draft.vpn() + "'");
        }
        throw BrokerException.refused(
                ErrorCode.NOT_ALLOWED,
                ReplayLogConfig.label(name),
                "VPN '" + draft.vpn() + "' has " + existing.label(),
                "one replay log a VPN; delete the other first");
    }

    public ReplayLogConfig change(String name, ReplayLogSettings settings, long expectedVersion) {
        return put(expected(name, expectedVersion).withSettings(settings));
    }

    public void delete(String name, long expectedVersion) {
        expected(name, expectedVersion);
        draft.putReplayLog(null);
    }

    /** What is in the log stays: a filter is about what is published from now on [spec 2.1]. */
    public void addFilter(String name, TopicFilter filter) {
        ReplayLogConfig before = require(name);
        if (before.filters().filters().contains(filter)) {
            throw new BrokerException(
                    ErrorCode.ALREADY_EXISTS,
                    "topic filter '" + filter.text() + "' exists already on " + before.label());
        }
        List<TopicFilter> filters = new ArrayList<>(before.filters().filters());
        filters.add(filter);
        refilter(before, filters);
    }

    public void removeFilter(String name, TopicFilter filter) {
        ReplayLogConfig before = require(name);
        List<TopicFilter> filters = new ArrayList<>(before.filters().filters());
        if (!filters.remove(filter)) {
            throw new BrokerException(
                    ErrorCode.NOT_FOUND, "topic filter '" + filter.text() + "' does not exist on " + before.label());
        }
        refilter(before, filters);
    }

    /** Leaves it these filters and no others. */
    void refilter(ReplayLogConfig before, Collection<TopicFilter> filters) {
        draft.putReplayLog(before.withFilters(filters));
    }
}
