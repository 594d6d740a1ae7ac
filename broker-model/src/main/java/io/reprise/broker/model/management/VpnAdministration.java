package io.reprise.broker.model.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.model.replay.Replays;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One VPN's settings, endpoints and figures, for administrators. Each change is durable when its call returns, or has not happened and
 * the call throws a {@link io.reprise.broker.model.error.BrokerException} that names the object, the value and what is
 * allowed. Thread-safe; changes are ordered with publishes by the committer [LOG.md L6].
 */
public interface VpnAdministration extends EndpointAdministration {
    String vpnName();

    /** The VPN's own settings. */
    VpnView vpn();

    /**
     * Changes the VPN's own settings.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code VERSION_CONFLICT}
     */
    VpnView changeVpn(VpnSettings settings, long expectedVersion);

    /**
     * The endpoints of a kind whose names come after {@code afterName}, in the order of names.
     *
     * @param afterName exclusive; empty for the first page
     * @param limit 1 and more
     */
    List<EndpointView> endpoints(EndpointKind kind, String afterName, int limit);

    /** How many endpoints of a kind there are. */
    int endpointCount(EndpointKind kind);

    /** @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND} (endpoint or subscription) */
    void removeSubscription(EndpointKind kind, String name, TopicFilter filter);

    /** The messages of an endpoint. It need not exist: the calls say so. */
    EndpointMessages messages(EndpointKind kind, String name);

    @Override
    default long purge(EndpointKind kind, String name) {
        return messages(kind, name).delete("");
    }

    /** What else the VPN holds: ACL profiles, client usernames. */
    VpnObjects objects();

    /**
     * The snapshots whose subjects come after {@code afterSubject}, in the order of subjects [spec 3.1]; one that has just expired may be
     * among them.
     *
     * @param afterSubject exclusive; empty for the first page
     * @param limit 1 and more
     */
    List<SnapshotView> snapshots(String afterSubject, int limit);

    /** The snapshot of one subject. */
    Optional<SnapshotView> snapshot(String subject);

    /** The replays of the VPN's endpoints. */
    Replays replays();

    /** The VPN's replay log as configured; empty if it has none. */
    Optional<ReplayLogView> replayLogView();

    /**
     * Creates the replay log, without filters.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code ALREADY_EXISTS}; {@code NOT_ALLOWED} if the VPN has another, or for
     *     a log that is enabled without a quota
     */
    ReplayLogView createReplayLog(String name, ReplayLogSettings settings);

    /**
     * Changes the settings of the replay log; a quota below what it holds makes the oldest messages leave it.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, {@code VERSION_CONFLICT}; {@code NOT_ALLOWED} for a
     *     log that is enabled without a quota
     */
    ReplayLogView changeReplayLog(String name, ReplayLogSettings settings, long expectedVersion);

    /**
     * Deletes the replay log and all it holds; what an endpoint still owes stays there.
     *
     * @param expectedVersion the version it must still have, or -1 for any
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, or {@code VERSION_CONFLICT}
     */
    void deleteReplayLog(String name, long expectedVersion);

    /**
     * Adds a topic filter to the replay log, for what is published from now on.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code ALREADY_EXISTS}, {@code NOT_FOUND} (log)
     */
    void addReplayLogFilter(String name, TopicFilter filter);

    /** @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND} (log or filter) */
    void removeReplayLogFilter(String name, TopicFilter filter);

    /** What the VPN's replay log holds. It need not exist: the calls say so. */
    ReplayLog replayLog();

    /**
     * The flows bound to an endpoint, in the order in which they were; at once, also while the database is away.
     *
     * @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND}, or as a change of a VPN that is not served here
     */
    List<FlowView> flows(EndpointKind kind, String name);

    /** The clients that are here, or were lately, in the order of their names; at once. */
    List<ClientView> clients();

    /** @throws io.reprise.broker.model.error.BrokerException {@code NOT_FOUND} */
    ClientView client(String name);

    /** Messages refused to their publishers since start, by reason; only what occurred. */
    Map<ErrorCode, Long> rejections();

    /** The figures after the last entry, at once, also while the database is away. */
    VpnStatistics statistics();
}
