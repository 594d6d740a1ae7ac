package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.PushBoard;
import io.reprise.broker.model.management.PushStatistics;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempCall;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PathParam;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a call about a VPN's named objects says in its path and headers. Made by the HTTP layer for each request. */
public final class ObjectCall extends VpnCall {
    /** What stands before a name that is in a syntax, as SEMP's paths have it: {@code smf,orders%2F%3E}. */
    private static final String SYNTAX_PREFIX = ObjectKind.SYNTAX + ",";

    @PathParam("owner")
    private @Nullable String owner;

    @PathParam("collection")
    private String collection = "";

    @PathParam("name")
    private @Nullable String segment;

    ObjectKind kind() {
        return Arrays.stream(ObjectKind.values())
                .filter(kind -> kind.collection().equals(collection))
                .findFirst()
                .orElseThrow(NotFoundException::new);
    }

    /** The object that the collection belongs to; empty for one that belongs to none. */
    String owner() {
        return owner == null ? "" : owner;
    }

    /** The object that the path names. */
    ObjectName name() {
        String name = segment == null ? "" : segment;
        if (kind().syntaxAttribute().isEmpty()) {
            return named(name);
        }
        if (!name.startsWith(SYNTAX_PREFIX)) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER,
                    kind().text() + " in the path",
                    "'" + name + "'",
                    "its syntax, a comma and itself: " + SYNTAX_PREFIX + "<topic>");
        }
        return named(name.substring(SYNTAX_PREFIX.length()));
    }

    ObjectName named(String name) {
        return new ObjectName(kind(), owner(), name);
    }

    /** The object, or NOT_FOUND. */
    ObjectView existing(VpnObjects objects) {
        return objects.find(name()).orElseThrow(() -> missing(name()));
    }

    /** What a collection belongs to must be there. */
    void requireOwner(VpnObjects objects) {
        if (kind().parent().isPresent() && objects.find(named("").owner()).isEmpty()) {
            throw missing(named("").owner());
        }
    }

    private BrokerException missing(ObjectName name) {
        return new BrokerException(ErrorCode.NOT_FOUND, name.label() + " of VPN '" + vpn() + "' does not exist");
    }

    Preconditions preconditions() {
        return preconditions(name().label() + " of VPN '" + vpn() + "'");
    }

    /** The attributes that the path and the kind give: they may be repeated in a body, and change nowhere. */
    Map<String, String> fixedNames() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put(EndpointCollection.VPN_NAME, vpn());
        kind().parent().ifPresent(parent -> names.put(parent.nameAttribute(), owner()));
        if (!kind().syntaxAttribute().isEmpty()) {
            names.put(kind().syntaxAttribute(), ObjectKind.SYNTAX);
        }
        return names;
    }

    Columns columns(String api) {
        return columns(kind(), api);
    }

    /** The attributes of a kind: names first, then settings; {@code monitor} has the figures of what works by itself. */
    static Columns columns(ObjectKind kind, String api) {
        Columns configured = columns(kind);
        return hasFigures(kind, api) ? configured.andFiguresOf(PushStatistics.class) : configured;
    }

    static boolean hasFigures(ObjectKind kind, String api) {
        return api.equals("monitor") && kind.isPushing();
    }

    private static Columns columns(ObjectKind kind) {
        Columns result = Columns.none().and(EndpointCollection.VPN_NAME, String.class);
        if (kind.parent().isPresent()) {
            result = result.and(kind.parent().get().nameAttribute(), String.class);
        }
        if (!kind.syntaxAttribute().isEmpty()) {
            result = result.and(kind.syntaxAttribute(), String.class);
        }
        result = result.and(kind.nameAttribute(), String.class);
        for (Map.Entry<String, Object> setting :
                kind.attributes().defaults().toMap().entrySet()) {
            result = result.and(setting.getKey(), setting.getValue().getClass());
        }
        return result;
    }

    Row row(ObjectView view, String api, Broker broker) {
        Map<String, Object> attributes = new LinkedHashMap<>(fixedNames());
        attributes.put(kind().nameAttribute(), view.name().name());
        attributes.putAll(view.values().toMap());
        if (hasFigures(kind(), api)) {
            Figures.addTo(
                    attributes, broker.shared(PushBoard.class, PushBoard::new).now(vpn(), view.name()));
        }
        return new Row(view.name().name(), attributes, SempCall.links(link(api, view.name()), childCollections()));
    }

    private List<String> childCollections() {
        return kind().children().stream().map(ObjectKind::collection).toList();
    }

    private String link(String api, ObjectName name) {
        List<String> path = new ArrayList<>(List.of(api, "msgVpns", vpn()));
        kind().parent().ifPresent(parent -> path.addAll(List.of(parent.collection(), owner())));
        path.add(kind().collection());
        String collectionLink = semp().link(path.toArray(String[]::new));
        String prefix = kind().syntaxAttribute().isEmpty() ? "" : SYNTAX_PREFIX;
        return collectionLink + "/" + prefix + semp().segment(name.name());
    }
}
