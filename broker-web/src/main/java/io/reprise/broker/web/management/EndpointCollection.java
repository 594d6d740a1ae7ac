package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.web.semp.Columns;
import java.util.LinkedHashMap;
import java.util.Map;

/** A kind of endpoint as the management API names it: its part of the path, and the attribute that holds its name. */
enum EndpointCollection {
    QUEUES("queues", "queueName", EndpointKind.QUEUE),
    TOPIC_ENDPOINTS("topicEndpoints", "topicEndpointName", EndpointKind.TOPIC_ENDPOINT);

    static final String VPN_NAME = "msgVpnName";

    private final String segment;
    private final String nameAttribute;
    private final EndpointKind kind;

    EndpointCollection(String segment, String nameAttribute, EndpointKind kind) {
        this.segment = segment;
        this.nameAttribute = nameAttribute;
        this.kind = kind;
    }

    /** The collection of a path segment that the resource's pattern let through. */
    static EndpointCollection ofSegment(String segment) {
        return segment.equals(QUEUES.segment) ? QUEUES : TOPIC_ENDPOINTS;
    }

    String segment() {
        return segment;
    }

    String nameAttribute() {
        return nameAttribute;
    }

    EndpointKind kind() {
        return kind;
    }

    /** The configuration of an endpoint: names first, then settings. */
    Columns columns() {
        Columns result = Columns.none().and(VPN_NAME, String.class).and(nameAttribute, String.class);
        for (Map.Entry<String, Object> setting :
                EndpointSettings.defaults(kind).toMap().entrySet()) {
            result = result.and(setting.getKey(), typeOf(setting.getKey(), setting.getValue()));
        }
        return result;
    }

    Map<String, Object> attributes(String vpn, EndpointView view) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(VPN_NAME, vpn);
        result.put(nameAttribute, view.name());
        result.putAll(view.settings().toMap());
        return result;
    }

    /** {@code prefetch} is the one that is a number or a word. */
    private static Class<?> typeOf(String name, Object value) {
        return name.equals("prefetch") ? Object.class : value.getClass();
    }
}
