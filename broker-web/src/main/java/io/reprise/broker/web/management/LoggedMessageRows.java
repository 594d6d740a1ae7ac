package io.reprise.broker.web.management;

import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Row;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages of the replay log as objects of the management API (spec 2.1). What the log knows of each without reading it is there at
 * once; properties and the beginning of the payload are read for those that are shown. Times are unix seconds.
 *
 * @param showsPayloads whether the caller may see payloads (spec 5.4)
 */
record LoggedMessageRows(ReplayLogCall call, ReplayLog log, boolean showsPayloads) {
    static final String SEGMENT = "msgs";

    /** What every message has at once. */
    static Columns heads() {
        return Columns.none()
                .and(EndpointCollection.VPN_NAME, String.class)
                .and(ReplayLogCall.NAME, String.class)
                .and("msgId", Long.class)
                .and("replicationGroupMsgId", String.class)
                .and("topic", String.class)
                .and("size", Long.class)
                .and("priority", Long.class)
                .and("persistent", Boolean.class)
                .and("spooledTime", Long.class)
                .and("expiryTime", Long.class);
    }

    /** And what is read for those that are shown. */
    Columns columns() {
        return columns(showsPayloads);
    }

    static Columns columns(boolean showsPayloads) {
        return MessageContentFields.addTo(heads(), showsPayloads);
    }

    Row row(LoggedMessage message) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, call.vpn());
        attributes.put(ReplayLogCall.NAME, call.name());
        attributes.put("msgId", message.msgId());
        attributes.put("replicationGroupMsgId", message.id().format());
        attributes.put("topic", message.topic());
        attributes.put("size", (long) message.sizeBytes());
        attributes.put("priority", (long) message.priority());
        attributes.put("persistent", message.persistent());
        attributes.put("spooledTime", message.spooledTimeMillis() / 1_000);
        attributes.put("expiryTime", MessageRows.seconds(message.expirationMillis()));
        String name = Long.toString(message.msgId());
        return new Row(name, attributes, Map.of("uri", call.linkOfLog("monitor", call.name(), SEGMENT, name)));
    }

    /** With what has to be read; without it if the message has left the log meanwhile. */
    Row complete(Row row) {
        Map<String, Object> attributes = new LinkedHashMap<>(row.attributes());
        log.message(MessageListing.msgId(row.name()))
                .ifPresent(message -> MessageContentFields.addTo(attributes, message, showsPayloads));
        return new Row(row.name(), attributes, row.links());
    }
}
