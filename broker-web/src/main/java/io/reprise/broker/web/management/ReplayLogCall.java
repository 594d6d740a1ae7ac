package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.semp.Columns;
import jakarta.ws.rs.PathParam;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a call about a replay log says in its path and headers. Made by the HTTP layer for each request. */
public final class ReplayLogCall extends VpnCall {
    static final String SEGMENT = "replayLogs";
    static final String NAME = "replayLogName";

    @PathParam("log")
    private String name = "";

    /** The log's name as the path has it, decoded. */
    String name() {
        return name;
    }

    /** For messages to people. */
    String subject() {
        return "replay log '" + name + "' of VPN '" + vpn() + "'";
    }

    /** The log, or NOT_FOUND. */
    ReplayLogView existing(VpnAdministration administration) {
        return administration
                .replayLogView()
                .filter(view -> view.name().equals(name))
                .orElseThrow(() -> new BrokerException(ErrorCode.NOT_FOUND, subject() + " does not exist"));
    }

    /** Links of a log, and of what is below it. */
    Map<String, String> linksOfLog(List<String> collections, String api, String logName) {
        return links(collections, api, SEGMENT, logName);
    }

    Preconditions preconditions() {
        return preconditions(subject());
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
        result.put(EndpointCollection.VPN_NAME, vpn());
        result.put(NAME, view.name());
        result.putAll(view.settings().toMap());
        return result;
    }

    /** The address of a log, or of what belongs to it. */
    String linkOfLog(String api, String logName, String... further) {
        return link(
                api,
                Stream.concat(Stream.of(SEGMENT, logName), Stream.of(further)).toArray(String[]::new));
    }
}
