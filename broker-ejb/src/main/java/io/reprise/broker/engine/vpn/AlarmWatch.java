package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.duty.Duty;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.AlarmCode;
import io.reprise.broker.model.management.Alarms;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Looks for what is an alarm of a VPN and its endpoints, whether it is served or not (spec 5.6). One thread at a time. */
final class AlarmWatch implements Duty {
    private static final int FILLING_PERCENT = 80;

    private final VpnLife life;
    private final Alarms alarms;
    private final Supplier<String> databaseFault;
    private final InstantSource clock;

    /** @param databaseFault why the database can't be used; empty if it can */
    AlarmWatch(VpnLife life, Alarms alarms, Supplier<String> databaseFault, InstantSource clock) {
        this.life = life;
        this.alarms = alarms;
        this.databaseFault = databaseFault;
        this.clock = clock;
    }

    @Override
    public void runOnce() {
        String fault = databaseFault.get();
        set(AlarmCode.DATABASE_AWAY, !fault.isEmpty(), fault);
        set(AlarmCode.VPN_STANDS_BY, life.status() == VpnStatus.FENCED, life.detail());
        set(AlarmCode.CLOCK_REFUSED, life.isClockRefused(), "this machine's clock jumped");
        Tenure tenure = life.tenureOrNull();
        if (tenure != null && fault.isEmpty()) {
            endpoints(tenure.core());
        }
    }

    private void set(AlarmCode code, boolean holds, String detail) {
        set(code, holds ? Map.of("", detail) : Map.of());
    }

    private void set(AlarmCode code, Map<String, String> details) {
        Instant now = clock.instant();
        alarms.set(code, life.vpn(), details, now);
    }

    private void endpoints(VpnCore core) {
        Map<String, String> held = new TreeMap<>();
        Map<Long, EndpointConfig> deadMessageQueues = new TreeMap<>();
        for (EndpointConfig endpoint : core.directory().all()) {
            EndpointDispatch dispatch = core.dispatch().endpoint(endpoint.id());
            int count = dispatch == null ? 0 : dispatch.figures().held();
            if (count > 0) {
                held.put(endpoint.label(), count + " messages are held");
            }
            endpoint.settings()
                    .deadMsgQueue()
                    .map(name -> core.directory().byName(EndpointKind.QUEUE, name.text()))
                    .ifPresent(queue -> deadMessageQueues.put(queue.id(), queue));
        }
        set(AlarmCode.MESSAGES_HELD, held);
        set(AlarmCode.DEAD_MESSAGE_QUEUE_FILLING, core.atBoundary(state -> filling(state, deadMessageQueues)));
    }

    private static Map<String, String> filling(VpnState state, Map<Long, EndpointConfig> queues) {
        Map<String, String> filling = new TreeMap<>();
        queues.forEach((id, queue) -> {
            long quotaBytes = queue.settings().maxSpoolBytes();
            long usedBytes = Optional.ofNullable(state.endpoint(id))
                    .map(EndpointState::sizeBytes)
                    .orElse(0L);
            if (usedBytes * 100.0 > quotaBytes * (double) FILLING_PERCENT) {
                filling.put(queue.label(), usedBytes + " of " + quotaBytes + " B");
            }
        });
        return filling;
    }
}
