package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.SempCall;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.UriInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a call about a replay log says in its path and headers. Made by the HTTP layer for each request. */
public final class ReplayLogCall {
    static final String SEGMENT = "replayLogs";
    static final String NAME = "replayLogName";

    @PathParam("vpn")
    private String vpn = "";

    @PathParam("log")
    private String name = "";

    @Context
    private @Nullable UriInfo uri;

    @Context
    private @Nullable Request request;

    String vpn() {
        return vpn;
    }

    /** The log's name as the path has it, decoded. */
    String name() {
        return name;
    }

    SempCall semp() {
        return new SempCall(request().getMethod(), Objects.requireNonNull(uri, "not injected"));
    }

    /** For messages to people. */
    String subject() {
        return "replay log '" + name + "' of VPN '" + vpn + "'";
    }

    /** The log, or NOT_FOUND. */
    ReplayLogView existing(VpnAdministration administration) {
        return administration
                .replayLogView()
                .filter(view -> view.name().equals(name))
                .orElseThrow(() -> new BrokerException(ErrorCode.NOT_FOUND, subject() + " does not exist"));
    }

    Preconditions preconditions() {
        return new Preconditions(request(), subject());
    }

    /** The configuration of a log: names first, then settings. */
    static Columns columns() {
        Columns result =
                Columns.none().and(EndpointCollection.VPN_NAME, String.class).and(NAME, String.class);
        for (Map.Entry<String, Object> setting :
                ReplayLogSettings.DEFAULTS.toMap().entrySet()) {
            result = result.and(setting.getKey(), setting.getValue().getClass());
        }
        return result;
    }

    Map<String, Object> attributes(ReplayLogView view) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(EndpointCollection.VPN_NAME, vpn);
        result.put(NAME, view.name());
        result.putAll(view.settings().toMap());
        return result;
    }

    /** The address of a log, or of what belongs to it. */
    String link(String api, String logName, String... further) {
        String own = semp().link(api, "msgVpns", vpn, SEGMENT, logName);
        StringBuilder link = new StringBuilder(own);
        for (String segment : further) {
            link.append('/').append(semp().segment(segment));
        }
        return link.toString();
    }

    private Request request() {
        return Objects.requireNonNull(request, "not injected");
    }
}
