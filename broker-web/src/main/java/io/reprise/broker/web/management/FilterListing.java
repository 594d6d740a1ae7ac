package io.reprise.broker.web.management;

import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.List;
import java.util.function.Function;

/** The topic filters of one object, in the order of their text. */
record FilterListing(List<TopicFilter> filters, Columns columns, Function<TopicFilter, Row> toRow) implements Listing {
    @Override
    public Piece after(String afterName, int limit) {
        List<TopicFilter> piece = filters.stream()
                .filter(filter -> filter.text().compareTo(afterName) > 0)
                .limit(limit)
                .toList();
        String lastName = piece.isEmpty() ? "" : piece.get(piece.size() - 1).text();
        return new Piece(piece.stream().map(toRow).toList(), lastName, piece.size() < limit);
    }

    @Override
    public int total() {
        return filters.size();
    }
}
