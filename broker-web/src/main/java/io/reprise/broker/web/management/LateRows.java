package io.reprise.broker.web.management;

import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A small collection that is read when the query is known to be right: a wrong query of what does not exist is told what is wrong with the
 * query. Of one request; not thread-safe.
 */
final class LateRows implements Listing {
    private final Columns columns;
    private final Supplier<List<Row>> source;
    private @Nullable RowListing rows;

    /** @param source asked once; may throw NOT_FOUND */
    LateRows(Columns columns, Supplier<List<Row>> source) {
        this.columns = columns;
        this.source = source;
    }

    private RowListing rows() {
        RowListing read = rows;
        if (read == null) {
            read = new RowListing(columns, source.get());
            rows = read;
        }
        return read;
    }

    @Override
    public Columns columns() {
        return columns;
    }

    @Override
    public Piece after(String afterName, int limit) {
        return rows().after(afterName, limit);
    }

    @Override
    public int total() {
        return rows().total();
    }
}
