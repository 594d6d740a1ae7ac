package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.VpnAdministration;

/** The replay logs of tests. */
final class ReplayLogs {
    static final String NAME = "log";

    private ReplayLogs() {}

    /** Makes one that takes and gives out everything. */
    static void enable(TestVpn broker) {
        enable(broker.administration);
    }

    static void enable(VpnAdministration administration) {
        administration.createReplayLog(
                NAME,
                ReplayLogSettings.DEFAULTS
                        .with(ReplayLogAttributes.MAX_SPOOL_USAGE, 1_000L)
                        .with(ReplayLogAttributes.INGRESS_ENABLED, true)
                        .with(ReplayLogAttributes.EGRESS_ENABLED, true));
    }

    static void disableEgress(TestVpn broker) {
        ReplayLogSettings now =
                broker.administration.replayLogView().orElseThrow().settings();
        broker.administration.changeReplayLog(NAME, now.with(ReplayLogAttributes.EGRESS_ENABLED, false), -1);
    }

    static void disableIngress(TestVpn broker) {
        ReplayLogSettings now =
                broker.administration.replayLogView().orElseThrow().settings();
        broker.administration.changeReplayLog(NAME, now.with(ReplayLogAttributes.INGRESS_ENABLED, false), -1);
    }
}
