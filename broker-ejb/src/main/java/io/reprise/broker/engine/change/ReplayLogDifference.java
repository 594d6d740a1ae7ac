package io.reprise.broker.engine.change;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.ReplayEnds;
import io.reprise.broker.engine.commit.ReplayLogTrim;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.ConfigurationWrites;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What it takes to create, change or delete a VPN's replay log, or to put another in its place. The committer's thread. */
final class ReplayLogDifference {
    private final String vpn;
    private final EndpointDirectory directory;

    ReplayLogDifference(String vpn, EndpointDirectory directory) {
        this.vpn = vpn;
        this.directory = directory;
    }

    ConfigurationPlan plan(Difference<ReplayLogConfig> difference, VpnState state, long nowMillis) {
        ReplayLogConfig before = difference.before();
        ReplayLogConfig after = difference.after();
        return new ConfigurationPlan(
                before == null ? List.of() : failing(trim(before, after, state), state, nowMillis),
                writes -> write(writes, difference),
                () -> directory.putReplayLog(after));
    }

    private static List<Effect> trim(ReplayLogConfig before, @Nullable ReplayLogConfig after, VpnState state) {
        if (after == null || !after.name().equals(before.name())) {
            return ReplayLogTrim.everything(state);
        }
        return after.settings().equals(before.settings())
                ? List.of()
                : ReplayLogTrim.toQuota(state, after.settings().maxSpoolBytes());
    }

    /** With what leaves the log the replays fail that still need it [spec 2.1]. */
    private static List<Effect> failing(List<Effect> trim, VpnState state, long nowMillis) {
        List<Effect> all = new ArrayList<>(trim);
        for (Effect effect : trim) {
            if (effect instanceof Trimmed trimmed) {
                all.addAll(ReplayEnds.logModified(state, trimmed.throughMsgId(), nowMillis));
            }
        }
        return all;
    }

    private void write(ConfigurationWrites writes, Difference<ReplayLogConfig> difference) {
        ReplayLogConfig before = difference.before();
        ReplayLogConfig after = difference.after();
        List<ReplayLogFilterEntity> old = before == null ? List.of() : before.filterRows(vpn);
        List<ReplayLogFilterEntity> now = after == null ? List.of() : after.filterRows(vpn);
        without(old, now).forEach(writes::delete);
        boolean stays = before != null && after != null && before.name().equals(after.name());
        if (before != null && !stays) {
            writes.delete(before.row(vpn));
        }
        if (after != null && stays) {
            writes.update(after.row(vpn));
        } else if (after != null) {
            writes.insert(after.row(vpn));
        }
        without(now, old).forEach(writes::insert);
    }

    private static List<ReplayLogFilterEntity> without(
            List<ReplayLogFilterEntity> all, List<ReplayLogFilterEntity> others) {
        Set<String> excluded = new HashSet<>();
        others.forEach(each -> excluded.add(each.filter()));
        return all.stream().filter(each -> !excluded.contains(each.filter())).toList();
    }
}
