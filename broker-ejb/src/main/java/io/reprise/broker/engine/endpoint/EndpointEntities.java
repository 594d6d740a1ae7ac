package io.reprise.broker.engine.endpoint;

import io.reprise.broker.engine.object.ObjectRows;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.engine.store.SettingsJson;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.store.EndpointEntity;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import io.reprise.broker.model.store.SubscriptionEntity;
import io.reprise.broker.model.store.Vpn;
import io.reprise.broker.model.store.VpnObjectEntity;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Endpoints as rows and back. Settings are stored as the JSON object of the management API. */
public final class EndpointEntities {
    private EndpointEntities() {}

    /**
     * Fills directory and routing from what the store loaded: the VPN, its replay log, objects, endpoints, subscriptions and filters, in any
     * order.
     */
    public static void load(List<Object> entities, EndpointDirectory directory, RoutingTable routing) {
        Map<Long, List<TopicFilter>> filters = new HashMap<>();
        List<TopicFilter> logFilters = new ArrayList<>();
        for (Object entity : entities) {
            if (entity instanceof SubscriptionEntity subscription) {
                filters.computeIfAbsent(subscription.endpointId(), none -> new ArrayList<>())
                        .add(TopicFilter.of(subscription.filter()));
            } else if (entity instanceof ReplayLogFilterEntity filter) {
                logFilters.add(TopicFilter.of(filter.filter()));
            } else if (entity instanceof VpnObjectEntity object) {
                directory.objects().put(ObjectRows.object(object));
            } else if (entity instanceof Vpn vpn) {
                directory.put(VpnConfig.of(vpn));
            }
        }
        for (Object entity : entities) {
            if (entity instanceof EndpointEntity endpoint) {
                List<TopicFilter> own = filters.getOrDefault(endpoint.endpointId(), List.of());
                EndpointConfig config = config(endpoint, own.stream().sorted().toList());
                directory.put(config);
                route(config, routing);
            } else if (entity instanceof ReplayLogEntity log) {
                directory.putReplayLog(ReplayLogConfig.of(log, logFilters));
            }
        }
    }

    /** Puts an endpoint's subscriptions into the routing table. */
    public static void route(EndpointConfig endpoint, RoutingTable routing) {
        if (endpoint.kind() == EndpointKind.QUEUE) {
            routing.addQueue(endpoint.id(), endpoint.name(), endpoint.subscriptions());
        } else {
            routing.addTopicEndpoint(endpoint.id(), endpoint.subscriptions());
        }
    }

    /** The row of an endpoint. */
    public static EndpointEntity entity(String vpn, EndpointConfig endpoint) {
        return new EndpointEntity(
                vpn,
                endpoint.id(),
                endpoint.kind().name(),
                endpoint.name(),
                SettingsJson.write(endpoint.settings()),
                endpoint.version(),
                endpoint.createdMillis());
    }

    private static EndpointConfig config(EndpointEntity row, List<TopicFilter> filters) {
        EndpointKind kind = EndpointKind.valueOf(row.kind());
        return new EndpointConfig(
                row.endpointId(),
                kind,
                row.name(),
                SettingsJson.read(kind, row.settings()),
                row.version(),
                row.created(),
                filters);
    }
}
