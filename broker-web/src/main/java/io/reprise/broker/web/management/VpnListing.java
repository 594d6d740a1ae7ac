package io.reprise.broker.web.management;

import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.List;
import java.util.function.Function;

/** The VPNs of the broker. */
record VpnListing(List<String> names, Columns columns, Function<String, Row> toRow) implements Listing {
    @Override
    public Piece after(String afterName, int limit) {
        List<String> piece = names.stream()
                .filter(name -> name.compareTo(afterName) > 0)
                .limit(limit)
                .toList();
        String lastName = piece.isEmpty() ? "" : piece.get(piece.size() - 1);
        return new Piece(piece.stream().map(toRow).toList(), lastName, piece.size() < limit);
    }

    @Override
    public int total() {
        return names.size();
    }
}
