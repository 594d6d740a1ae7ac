package io.reprise.broker.model.definition;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Definitions as a document: the same ones are always the same document. Of settings it has those that differ from the default, in the
 * declared order. Stateless.
 */
public final class DefinitionsWriter {
    private DefinitionsWriter() {}

    /** As plain values: Boolean, Long, String, lists and maps of these. */
    public static Map<String, Object> toMap(Definitions definitions) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put(DefinitionNames.VERSION, Definitions.VERSION);
        document.put(
                DefinitionNames.VPNS,
                definitions.vpns().stream().map(DefinitionsWriter::vpn).toList());
        return document;
    }

    private static Map<String, Object> vpn(VpnDefinition vpn) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(DefinitionNames.VPN_NAME, vpn.name());
        putDifferent(json, vpn.settings().values(), VpnSettings.DEFAULTS.values());
        for (EndpointKind kind : EndpointKind.values()) {
            List<Map<String, Object>> ofKind = vpn.endpoints().stream()
                    .filter(endpoint -> endpoint.kind() == kind)
                    .map(DefinitionsWriter::endpoint)
                    .toList();
            putFilled(json, DefinitionNames.collection(kind), ofKind);
        }
        putFilled(
                json,
                DefinitionNames.REPLAY_LOGS,
                vpn.replayLogs().stream().map(DefinitionsWriter::replayLog).toList());
        Map<ParentAndKind, List<ObjectDefinition>> objects = children(vpn.objects());
        for (ObjectKind kind : ObjectKind.values()) {
            if (kind.parent().isEmpty()) {
                putFilled(json, kind.collection(), objects(objects, kind, ""));
            }
        }
        return json;
    }

    private record ParentAndKind(String parent, ObjectKind kind) {}

    private static Map<ParentAndKind, List<ObjectDefinition>> children(List<ObjectDefinition> all) {
        Map<ParentAndKind, List<ObjectDefinition>> children = new LinkedHashMap<>();
        all.forEach(object -> children.computeIfAbsent(
                        new ParentAndKind(object.name().parent(), object.name().kind()), none -> new ArrayList<>())
                .add(object));
        return children;
    }

    private static List<Map<String, Object>> objects(
            Map<ParentAndKind, List<ObjectDefinition>> all, ObjectKind kind, String parent) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (ObjectDefinition object : all.getOrDefault(new ParentAndKind(parent, kind), List.of())) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put(kind.nameAttribute(), object.name().name());
            putDifferent(json, object.values(), kind.attributes().defaults());
            for (ObjectKind child : kind.children()) {
                putFilled(
                        json,
                        child.collection(),
                        objects(all, child, object.name().name()));
            }
            list.add(json);
        }
        return list;
    }

    private static Map<String, Object> endpoint(EndpointDefinition endpoint) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(DefinitionNames.nameAttribute(endpoint.kind()), endpoint.name());
        putDifferent(
                json,
                endpoint.settings().values(),
                EndpointSettings.defaults(endpoint.kind()).values());
        putFilled(json, DefinitionNames.SUBSCRIPTIONS, filters(endpoint.subscriptions(), DefinitionNames.SUBSCRIPTION));
        return json;
    }

    private static Map<String, Object> replayLog(ReplayLogDefinition log) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(DefinitionNames.REPLAY_LOG_NAME, log.name());
        putDifferent(json, log.settings().values(), ReplayLogSettings.DEFAULTS.values());
        putFilled(json, DefinitionNames.TOPIC_FILTERS, filters(log.filters(), DefinitionNames.TOPIC_FILTER));
        return json;
    }

    private static List<Map<String, Object>> filters(List<TopicFilter> filters, String attribute) {
        return filters.stream()
                .map(filter -> Map.<String, Object>of(attribute, filter.text()))
                .toList();
    }

    private static void putDifferent(Map<String, Object> json, AttributeValues values, AttributeValues defaults) {
        Map<String, Object> ordinary = defaults.toMap();
        values.toMap().forEach((name, value) -> {
            if (!value.equals(ordinary.get(name))) {
                json.put(name, value);
            }
        });
    }

    private static void putFilled(Map<String, Object> json, String name, List<Map<String, Object>> list) {
        if (!list.isEmpty()) {
            json.put(name, list);
        }
    }
}
