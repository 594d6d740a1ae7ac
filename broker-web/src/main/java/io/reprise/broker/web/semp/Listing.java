package io.reprise.broker.web.semp;

import java.util.List;

/** A collection in the order of names, or in the order that it says, read a piece at a time. */
public interface Listing {
    Columns columns();

    /** Those of the columns that {@code where} may ask about: what {@link #complete} adds is not among them. */
    default Columns searchable() {
        return columns();
    }

    /** A row that is shown, with what is too dear to read for the others. */
    default Row complete(Row row) {
        return row;
    }

    /** Whether what matches a {@code where} is counted, for which all of it is read. */
    default boolean countsMatching() {
        return true;
    }

    /**
     * The objects whose names come after {@code afterName}.
     *
     * @param afterName exclusive; empty for the beginning
     * @param limit at most so many, 1 and more; fewer mean that the end is reached
     */
    Piece after(String afterName, int limit);

    /** How many there are now. */
    int total();

    /**
     * Some of them.
     *
     * @param rows without those that vanished while they were read
     * @param lastName of the last one looked at; empty if there were none
     * @param atEnd whether none come after it
     */
    record Piece(List<Row> rows, String lastName, boolean atEnd) {}
}
