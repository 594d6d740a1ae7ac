package io.reprise.broker.web.management;

import io.reprise.broker.model.live.SnapshotView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The snapshots of a VPN in the order of their subjects. What is read of the message itself is read for those that are shown.
 *
 * @param showsPayloads whether the caller may see payloads (spec 5.4)
 */
record SnapshotListing(VpnCall call, MessageVpn vpn, VpnAdministration administration, boolean showsPayloads)
        implements Listing {
    static final String SEGMENT = "snapshots";
    static final String SUBJECT = "subject";

    private static Columns heads() {
        return Columns.none()
                .and(EndpointCollection.VPN_NAME, String.class)
                .and(SUBJECT, String.class)
                .and("msgId", Long.class)
                .and("spooledTime", Long.class)
                .and("inMemory", Boolean.class);
    }

    static Columns columns(boolean showsPayloads) {
        return MessageContentFields.addTo(heads(), showsPayloads);
    }

    @Override
    public Columns columns() {
        return columns(showsPayloads);
    }

    @Override
    public Columns searchable() {
        return heads();
    }

    @Override
    public Piece after(String afterName, int limit) {
        List<SnapshotView> page = administration.snapshots(afterName, limit);
        String lastName = page.isEmpty() ? "" : page.get(page.size() - 1).subject();
        return new Piece(page.stream().map(this::row).toList(), lastName, page.size() < limit);
    }

    @Override
    public boolean countsMatching() {
        return false;
    }

    @Override
    public int total() {
        return Math.toIntExact(
                Math.min(Integer.MAX_VALUE, vpn.live().statistics().snapshots()));
    }

    Row row(SnapshotView view) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(EndpointCollection.VPN_NAME, vpn.name());
        attributes.put(SUBJECT, view.subject());
        attributes.put("msgId", view.msgId());
        attributes.put("spooledTime", MessageRows.seconds(view.takenInMillis()));
        attributes.put("inMemory", view.inMemory());
        String uri = call.link("monitor", SEGMENT, view.subject());
        return new Row(view.subject(), attributes, Map.of("uri", uri));
    }

    /** Without what is read if the snapshot is gone meanwhile. */
    @Override
    public Row complete(Row row) {
        Map<String, Object> attributes = new LinkedHashMap<>(row.attributes());
        vpn.live()
                .snapshot(TopicName.of(row.name()))
                .ifPresent(message -> MessageContentFields.addTo(attributes, message.message(), showsPayloads));
        return new Row(row.name(), attributes, row.links());
    }
}
