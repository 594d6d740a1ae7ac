package io.reprise.broker.web.management;

import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import java.util.List;

/** A collection of a VPN's named objects, in the order of names. */
record ObjectListing(ObjectCall call, String api, Broker broker, VpnObjects objects) implements Listing {
    @Override
    public Columns columns() {
        return call.columns(api);
    }

    @Override
    public Piece after(String afterName, int limit) {
        List<ObjectView> page = objects.page(call.kind(), call.owner(), afterName, limit);
        String lastName = page.isEmpty() ? "" : page.get(page.size() - 1).name().name();
        return new Piece(
                page.stream().map(view -> call.row(view, api, broker)).toList(), lastName, page.size() < limit);
    }

    @Override
    public int total() {
        return objects.count(call.kind(), call.owner());
    }
}
