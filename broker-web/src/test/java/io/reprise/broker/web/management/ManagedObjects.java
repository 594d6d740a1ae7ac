package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.VpnAttributes;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.web.semp.Columns;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The objects that answers of the management API hold, by the name of their schema in the OpenAPI document: what a new resource's
 * document needs beside its operations. Their attributes are the resources' own declarations.
 */
public final class ManagedObjects {
    private ManagedObjects() {}

    /**
     * One kind of object.
     *
     * @param columns its attributes
     * @param settings those of them that can be set, as declared
     */
    public record ManagedObject(Columns columns, Collection<Attribute<?>> settings) {}

    /** All of them, by the name of their schema. */
    public static Map<String, ManagedObject> bySchema() {
        Map<String, ManagedObject> objects = new LinkedHashMap<>();
        objects.put("MsgVpn", new ManagedObject(ConfigVpns.COLUMNS, VpnAttributes.ALL.all()));
        objects.put("MonitorMsgVpn", figures(MonitorVpns.COLUMNS));
        for (EndpointCollection collection : EndpointCollection.values()) {
            String name = collection == EndpointCollection.QUEUES ? "Queue" : "TopicEndpoint";
            Collection<Attribute<?>> settings = settings(collection.kind());
            objects.put("MsgVpn" + name, new ManagedObject(collection.columns(), settings));
            objects.put("MonitorMsgVpn" + name, new ManagedObject(MonitorEndpoints.columns(collection), settings));
            objects.put(
                    "MsgVpn" + name + "Subscription",
                    figures(filters(collection.nameAttribute(), "subscriptionTopic")));
            objects.put("MonitorMsgVpn" + name + "TxFlow", figures(FlowResource.columns(collection)));
            objects.put("MonitorMsgVpn" + name + "Msg", figures(MessageRows.columns(collection)));
        }
        objects.put("MsgVpnReplayLog", new ManagedObject(ReplayLogCall.columns(), ReplayLogAttributes.ALL.all()));
        objects.put(
                "MonitorMsgVpnReplayLog", new ManagedObject(MonitorReplayLogs.COLUMNS, ReplayLogAttributes.ALL.all()));
        objects.put(
                "MsgVpnReplayLogTopicFilterSubscription",
                figures(filters(ReplayLogCall.NAME, "topicFilterSubscription")));
        for (ObjectKind kind : ObjectKind.values()) {
            String name = "MsgVpn" + kind.parent().map(ManagedObjects::word).orElse("") + word(kind);
            Collection<Attribute<?>> settings = kind.attributes().all();
            objects.put(name, new ManagedObject(ObjectCall.columns(kind, "config"), settings));
            if (ObjectCall.hasFigures(kind, "monitor")) {
                objects.put("Monitor" + name, new ManagedObject(ObjectCall.columns(kind, "monitor"), settings));
            }
        }
        objects.put("MonitorMsgVpnReplayLogMsg", figures(LoggedMessageRows.columns(true)));
        objects.put("MonitorMsgVpnActivation", figures(ActivationResource.COLUMNS));
        objects.put("MonitorMsgVpnSnapshot", figures(SnapshotListing.columns(true)));
        objects.put("MonitorMsgVpnAlarm", figures(AlarmResource.COLUMNS));
        objects.put("MonitorMsgVpnClient", figures(ClientResource.COLUMNS));
        objects.put("MonitorMsgVpnRejection", figures(RejectionResource.COLUMNS));
        return objects;
    }

    /** The collection's name as one of its objects has it in the names of schemas, e.g. {@code AclProfile}. */
    private static String word(ObjectKind kind) {
        String plural = kind.collection();
        return Character.toUpperCase(plural.charAt(0)) + plural.substring(1, plural.length() - 1);
    }

    private static ManagedObject figures(Columns columns) {
        return new ManagedObject(columns, List.of());
    }

    private static Columns filters(String ownerAttribute, String filterAttribute) {
        return Columns.none()
                .and(EndpointCollection.VPN_NAME, String.class)
                .and(ownerAttribute, String.class)
                .and(filterAttribute, String.class);
    }

    private static Collection<Attribute<?>> settings(EndpointKind kind) {
        return EndpointAttributes.ALL.stream()
                .filter(attribute -> attribute.on(kind) != null)
                .<Attribute<?>>map(attribute -> Objects.requireNonNull(attribute.on(kind)))
                .toList();
    }
}
