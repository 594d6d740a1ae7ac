package io.reprise.broker.model.definition;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.json.StrictJson;
import io.reprise.broker.model.management.ReplayLogName;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document as strictly as the management API reads its objects; attributes that it does not give have their defaults. All that
 * is wrong with it is found, but for names of VPNs: whoever makes one checks its name. Used once, by one thread.
 */
public final class DefinitionsReader {
    private final List<DefinitionProblem> problems = new ArrayList<>();
    private final Set<Object> seen = new HashSet<>();

    private DefinitionsReader() {}

    /**
     * Reads a document.
     *
     * @param what the text is, for people
     * @throws BrokerException {@code PARSE_ERROR} if it is no JSON object
     */
    public static DefinitionsDocument read(byte[] utf8, String what) {
        return read(StrictJson.toMap(StrictJson.parse(utf8, what)));
    }

    /** Reads a document that is plain values: Boolean, Number, String, null, lists and maps of these. */
    public static DefinitionsDocument read(Map<String, ? extends @Nullable Object> json) {
        return new DefinitionsReader().document(json);
    }

    private DefinitionsDocument document(Map<String, ? extends @Nullable Object> json) {
        DefinitionEntry root = new DefinitionEntry("definitions", json, problems);
        Object version = root.take(DefinitionNames.VERSION);
        if (version == null) {
            root.problem(ErrorCode.MISSING_PARAMETER, DefinitionNames.VERSION + " is missing");
        } else if (!version.equals(Definitions.VERSION)) {
            root.problem(
                    ErrorCode.NOT_SUPPORTED,
                    DefinitionNames.VERSION + " = " + version + "; allowed: " + Definitions.VERSION);
        }
        List<VpnDefinition> vpns = new ArrayList<>();
        for (DefinitionEntry entry : root.takeList(DefinitionNames.VPNS)) {
            String name = entry.takeName(DefinitionNames.VPN_NAME, anyText -> {});
            if (name != null) {
                add(vpns, vpn(entry.at("VPN '" + name + "'"), name));
            }
        }
        root.refuseRest();
        vpns.sort(Comparator.comparing(VpnDefinition::name));
        return new DefinitionsDocument(new Definitions(List.copyOf(vpns)), List.copyOf(problems));
    }

    private static <T> void add(List<T> to, @Nullable T what) {
        if (what != null) {
            to.add(what);
        }
    }

    private void refuseSecond(DefinitionEntry entry, Object key) {
        if (!seen.add(key)) {
            entry.problem(ErrorCode.INVALID_PARAMETER, "it is there twice; allowed: once");
        }
    }

    private @Nullable VpnDefinition vpn(DefinitionEntry entry, String name) {
        refuseSecond(entry, name);
        List<EndpointDefinition> endpoints = new ArrayList<>();
        for (EndpointKind kind : EndpointKind.values()) {
            entry.takeList(DefinitionNames.collection(kind))
                    .forEach(each -> add(endpoints, endpoint(each, kind, name)));
        }
        endpoints.sort(Comparator.comparing(EndpointDefinition::kind).thenComparing(EndpointDefinition::name));
        List<ReplayLogDefinition> logs = new ArrayList<>();
        entry.takeList(DefinitionNames.REPLAY_LOGS).forEach(each -> add(logs, replayLog(each, name)));
        List<ObjectDefinition> objects = new ArrayList<>();
        for (ObjectKind kind : ObjectKind.values()) {
            if (kind.parent().isEmpty()) {
                entry.takeList(kind.collection()).forEach(each -> object(each, name, kind, "", objects));
            }
        }
        objects.sort(Comparator.comparing(ObjectDefinition::name));
        VpnSettings settings = entry.takeSettings(VpnSettings.DEFAULTS::with);
        return settings == null || !entry.isSound()
                ? null
                : new VpnDefinition(name, settings, List.copyOf(endpoints), List.copyOf(logs), List.copyOf(objects));
    }

    private @Nullable EndpointDefinition endpoint(DefinitionEntry nameless, EndpointKind kind, String vpn) {
        String name = nameless.takeName(DefinitionNames.nameAttribute(kind), text -> requireEndpointName(kind, text));
        if (name == null) {
            return null;
        }
        DefinitionEntry entry = nameless.at(kind.text() + " '" + name + "' of VPN '" + vpn + "'");
        refuseSecond(entry, List.of(vpn, kind, name));
        List<TopicFilter> filters = filters(entry, DefinitionNames.SUBSCRIPTIONS, DefinitionNames.SUBSCRIPTION);
        EndpointSettings settings = entry.takeSettings(EndpointSettings.defaults(kind)::with);
        return settings == null || !entry.isSound() ? null : new EndpointDefinition(kind, name, settings, filters);
    }

    /** The broker's own are not to be made, but for the dead message queue, which is there. */
    private static void requireEndpointName(EndpointKind kind, String text) {
        if (kind != EndpointKind.QUEUE || !text.equals(EndpointName.DEAD_MESSAGE_QUEUE.text())) {
            EndpointName.ofNew(text);
        }
        if (kind == EndpointKind.QUEUE && text.equals(EndpointName.UNDELIVERED)) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    "endpoint name '" + text + "'",
                    "another name of the dead message queue",
                    "'" + EndpointName.DEAD_MESSAGE_QUEUE.text() + "'");
        }
    }

    private List<TopicFilter> filters(DefinitionEntry entry, String list, String attribute) {
        TreeSet<TopicFilter> filters = new TreeSet<>();
        for (DefinitionEntry each : entry.takeList(list)) {
            String text = each.takeName(attribute, TopicFilter::of);
            each.refuseRest();
            if (text != null && !filters.add(TopicFilter.of(text))) {
                entry.problem(ErrorCode.INVALID_PARAMETER, attribute + " '" + text + "' is there twice; allowed: once");
            }
        }
        return List.copyOf(filters);
    }

    private @Nullable ReplayLogDefinition replayLog(DefinitionEntry nameless, String vpn) {
        String name = nameless.takeName(DefinitionNames.REPLAY_LOG_NAME, ReplayLogName::of);
        if (name == null) {
            return null;
        }
        DefinitionEntry entry = nameless.at("replay log '" + name + "' of VPN '" + vpn + "'");
        refuseSecond(entry, List.of(vpn, DefinitionNames.REPLAY_LOGS, name));
        List<TopicFilter> filters = filters(entry, DefinitionNames.TOPIC_FILTERS, DefinitionNames.TOPIC_FILTER);
        ReplayLogSettings settings = entry.takeSettings(ReplayLogSettings.DEFAULTS::with);
        return settings == null || !entry.isSound() ? null : new ReplayLogDefinition(name, settings, filters);
    }

    private void object(
            DefinitionEntry nameless, String vpn, ObjectKind kind, String parent, List<ObjectDefinition> objects) {
        String text = nameless.takeName(kind.nameAttribute(), kind::checkName);
        if (text == null) {
            return;
        }
        ObjectName name = new ObjectName(kind, parent, text);
        DefinitionEntry entry = nameless.at(name.label() + " of VPN '" + vpn + "'");
        refuseSecond(entry, List.of(vpn, name));
        if (!kind.syntaxAttribute().isEmpty()) {
            Object syntax = entry.take(kind.syntaxAttribute());
            if (syntax != null && !syntax.equals(ObjectKind.SYNTAX)) {
                entry.problem(
                        ErrorCode.INVALID_PARAMETER,
                        kind.syntaxAttribute() + " = " + syntax + "; allowed: " + ObjectKind.SYNTAX);
            }
        }
        for (ObjectKind child : kind.children()) {
            entry.takeList(child.collection()).forEach(each -> object(each, vpn, child, text, objects));
        }
        AttributeValues values = entry.takeSettings(kind.attributes().defaults()::with);
        if (values != null && entry.isSound()) {
            objects.add(new ObjectDefinition(name, values));
        }
    }
}
