package io.reprise.broker.web.management;

import io.reprise.broker.model.management.ActivationView;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.List;
import java.util.function.Function;

/** The activations of one VPN. */
record ActivationListing(List<ActivationView> activations, Columns columns, Function<ActivationView, Row> toRow)
        implements Listing {
    @Override
    public Piece after(String afterName, int limit) {
        List<ActivationView> piece = activations.stream()
                .filter(activation -> activation.name().compareTo(afterName) > 0)
                .limit(limit)
                .toList();
        String lastName = piece.isEmpty() ? "" : piece.get(piece.size() - 1).name();
        return new Piece(piece.stream().map(toRow).toList(), lastName, piece.size() < limit);
    }

    @Override
    public int total() {
        return activations.size();
    }
}
