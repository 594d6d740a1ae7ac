package io.reprise.broker.engine.change;

import io.reprise.broker.engine.commit.ConfigurationPlan;
import io.reprise.broker.engine.commit.ReplayEnds;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointEntities;
import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.engine.store.ConfigurationWrites;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.store.SubscriptionEntity;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What it takes to create, change or delete one endpoint. The committer's thread. */
final class EndpointDifference {
    private final VpnCore core;
    private final String vpn;

    EndpointDifference(VpnCore core) {
        this.core = core;
        this.vpn = core.store().vpn();
    }

    ConfigurationPlan plan(Difference<EndpointConfig> difference, VpnState state, long nowMillis) {
        EndpointConfig before = difference.before();
        EndpointConfig after = difference.after();
        if (before == null) {
            return after == null ? ConfigurationPlan.NOTHING : creation(after);
        }
        return after == null ? deletion(before) : change(before, after, state, nowMillis);
    }

    private ConfigurationPlan creation(EndpointConfig created) {
        return new ConfigurationPlan(
                List.of(new EndpointCreated(created.id())),
                writes -> {
                    writes.insert(EndpointEntities.entity(vpn, created));
                    created.subscriptions().forEach(filter -> writes.insert(row(created, filter)));
                },
                () -> {
                    core.directory().put(created);
                    core.dispatch().added(created);
                    EndpointEntities.route(created, core.routing());
                });
    }

    private ConfigurationPlan deletion(EndpointConfig gone) {
        return new ConfigurationPlan(
                List.of(new EndpointDeleted(gone.id())),
                writes -> {
                    gone.subscriptions().forEach(filter -> writes.delete(row(gone, filter)));
                    writes.delete(EndpointEntities.entity(vpn, gone));
                },
                () -> {
                    core.routing().remove(gone.id());
                    core.directory().remove(gone);
                    core.dispatch().removed(gone);
                });
    }

    private ConfigurationPlan change(EndpointConfig before, EndpointConfig after, VpnState state, long nowMillis) {
        List<TopicFilter> gone = without(before.subscriptions(), after.subscriptions());
        List<TopicFilter> come = without(after.subscriptions(), before.subscriptions());
        // A queue's replay goes on with the subscriptions it began with; a topic endpoint is its topic [spec 2.4].
        boolean topicModified = after.kind() == EndpointKind.TOPIC_ENDPOINT && !(gone.isEmpty() && come.isEmpty());
        List<Effect> effects =
                topicModified ? ReplayEnds.topicModified(state.endpoint(after.id()), nowMillis) : List.of();
        return new ConfigurationPlan(effects, writes -> write(writes, after, gone, come), () -> {
            gone.forEach(filter -> core.routing().unsubscribe(after.id(), filter));
            come.forEach(filter -> core.routing().subscribe(after.id(), filter));
            core.directory().put(after);
            core.dispatch().reconfigured(after);
        });
    }

    private void write(
            ConfigurationWrites writes, EndpointConfig after, List<TopicFilter> gone, List<TopicFilter> come) {
        writes.update(EndpointEntities.entity(vpn, after));
        gone.forEach(filter -> writes.delete(row(after, filter)));
        come.forEach(filter -> writes.insert(row(after, filter)));
    }

    private static List<TopicFilter> without(List<TopicFilter> all, List<TopicFilter> others) {
        Set<TopicFilter> excluded = new HashSet<>(others);
        List<TopicFilter> rest = new ArrayList<>(all);
        rest.removeIf(excluded::contains);
        return rest;
    }

    private SubscriptionEntity row(EndpointConfig endpoint, TopicFilter filter) {
        return new SubscriptionEntity(vpn, endpoint.id(), filter.text());
    }
}
