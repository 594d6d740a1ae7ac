package io.reprise.broker.web.management;

import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.Comparator;
import java.util.List;

/** A collection that is small and whole in memory. */
record RowListing(Columns columns, List<Row> rows) implements Listing {
    RowListing {
        rows = rows.stream().sorted(Comparator.comparing(Row::name)).toList();
    }

    @Override
    public Piece after(String afterName, int limit) {
        List<Row> piece = rows.stream()
                .filter(row -> row.name().compareTo(afterName) > 0)
                .limit(limit)
                .toList();
        String lastName = piece.isEmpty() ? "" : piece.get(piece.size() - 1).name();
        return new Piece(piece, lastName, piece.size() < limit);
    }

    @Override
    public int total() {
        return rows.size();
    }
}
