package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The endpoints of one kind in one VPN.
 *
 * @param toRow may throw NOT_FOUND for an endpoint deleted meanwhile, which is then left out
 */
record EndpointListing(VpnAdministration vpn, EndpointKind kind, Columns columns, Function<EndpointView, Row> toRow)
        implements Listing {
    @Override
    public Piece after(String afterName, int limit) {
        List<EndpointView> views = vpn.endpoints(kind, afterName, limit);
        List<Row> rows = new ArrayList<>(views.size());
        for (EndpointView view : views) {
            addRow(rows, view);
        }
        String lastName = views.isEmpty() ? "" : views.get(views.size() - 1).name();
        return new Piece(rows, lastName, views.size() < limit);
    }

    @Override
    public int total() {
        return vpn.endpointCount(kind);
    }

    private void addRow(List<Row> rows, EndpointView view) {
        try {
            rows.add(toRow.apply(view));
        } catch (BrokerException refusal) {
            if (refusal.code() != ErrorCode.NOT_FOUND) {
                throw refusal;
            }
        }
    }
}
