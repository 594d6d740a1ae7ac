package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks for what fills up in a VPN, and for what is held (spec 5.6). One thread at a time. */
final class SpoolAlarms {
    private static final QuotaLine DEAD_MESSAGE_QUEUE = new QuotaLine(80, 75);
    private static final QuotaLine SPOOL = new QuotaLine(90, 85);

    /** A full log is cut back to 90 % with every few entries, and lies below it in between. */
    private static final QuotaLine REPLAY_LOG = new QuotaLine(89, 80);

    private final VpnLife life;
    private final Alarms alarms;
    private final InstantSource clock;

    SpoolAlarms(VpnLife life, Alarms alarms, InstantSource clock) {
        this.life = life;
        this.alarms = alarms;
        this.clock = clock;
    }

    /** Looks at a VPN that is served. */
    void look(VpnCore core) {
        Set<Long> deadMessageQueues = deadMessageQueues(core);
        Map<String, String> held = new TreeMap<>();
        Map<String, String> filling = new TreeMap<>();
        Map<String, String> deadFilling = new TreeMap<>();
        for (EndpointConfig endpoint : core.directory().all()) {
            EndpointDispatch dispatch = core.dispatch().endpoint(endpoint.id());
            if (dispatch == null) {
                continue;
            }
            int count = dispatch.held();
            if (count > 0) {
                held.put(endpoint.label(), count + " messages are held");
            }
            if (deadMessageQueues.contains(endpoint.id())) {
                look(AlarmCode.DEAD_MESSAGE_QUEUE_FILLING, DEAD_MESSAGE_QUEUE, endpoint, dispatch, deadFilling);
            } else {
                look(AlarmCode.ENDPOINT_FILLING, SPOOL, endpoint, dispatch, filling);
            }
        }
        set(AlarmCode.MESSAGES_HELD, held);
        set(AlarmCode.ENDPOINT_FILLING, filling);
        set(AlarmCode.DEAD_MESSAGE_QUEUE_FILLING, deadFilling);
        set(AlarmCode.VPN_SPOOL_FILLING, vpnSpool(core));
        set(AlarmCode.REPLAY_LOG_FILLING, replayLog(core));
    }

    private static Set<Long> deadMessageQueues(VpnCore core) {
        Set<String> names = new HashSet<>();
        for (EndpointConfig endpoint : core.directory().all()) {
            names.add(endpoint.settings().get(EndpointAttributes.DEAD_MSG_QUEUE));
        }
        return names.stream()
                .filter(name -> !name.isEmpty())
                .map(name -> core.directory().byName(EndpointKind.QUEUE, name))
                .filter(queue -> queue != null)
                .map(EndpointConfig::id)
                .collect(Collectors.toSet());
    }

    private void look(
            AlarmCode code,
            QuotaLine line,
            EndpointConfig endpoint,
            EndpointDispatch dispatch,
            Map<String, String> details) {
        long usedBytes = dispatch.durable().sizeBytes();
        if (usedBytes == 0) {
            return;
        }
        long quotaBytes = endpoint.settings().maxSpoolBytes();
        if (line.mayBeOver(usedBytes, quotaBytes)
                && line.isOver(usedBytes, quotaBytes, alarms.holds(code, life.vpn(), endpoint.label()))) {
            details.put(endpoint.label(), QuotaLine.used(usedBytes, quotaBytes));
        }
    }

    private Map<String, String> vpnSpool(VpnCore core) {
        long quotaBytes = core.directory().vpn().settings().maxSpoolBytes();
        long usedBytes = core.figures().spooledBytes();
        boolean before = alarms.holds(AlarmCode.VPN_SPOOL_FILLING, life.vpn(), "");
        return SPOOL.isOver(usedBytes, quotaBytes, before)
                ? Map.of("", QuotaLine.used(usedBytes, quotaBytes))
                : Map.of();
    }

    /** Trimming keeps it at 90 % or a little below: while it goes on, it is full. */
    private Map<String, String> replayLog(VpnCore core) {
        ReplayLogConfig log = core.directory().replayLog();
        if (log == null) {
            return Map.of();
        }
        long quotaBytes = log.settings().maxSpoolBytes();
        long usedBytes = core.figures().replayLog().usageBytes();
        boolean before = alarms.holds(AlarmCode.REPLAY_LOG_FILLING, life.vpn(), log.name());
        boolean isTrimmed = life.counters().trimmedLastMinute(clock.millis()) > 0;
        return REPLAY_LOG.isOver(usedBytes, quotaBytes, before || isTrimmed)
                ? Map.of(log.name(), QuotaLine.used(usedBytes, quotaBytes))
                : Map.of();
    }

    private void set(AlarmCode code, Map<String, String> details) {
        alarms.set(code, life.vpn(), details, clock.instant());
    }
}
