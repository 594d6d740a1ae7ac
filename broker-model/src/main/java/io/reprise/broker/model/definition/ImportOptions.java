package io.reprise.broker.model.definition;

import java.util.Optional;

/**
 * How a document is imported.
 *
 * @param dryRun whether it is only planned
 * @param prune whether what is not in the document is deleted, in the VPNs that it names
 * @param pruneMessages whether that may take endpoints and a replay log with messages
 * @param expected what there must still be, of the VPNs that it names; empty for whatever there is
 */
public record ImportOptions(
        boolean dryRun, boolean prune, boolean pruneMessages, OnConflict onConflict, Optional<Definitions> expected) {
    /** What is there stays, and what differs is decided so. */
    public static ImportOptions of(OnConflict onConflict) {
        return new ImportOptions(false, false, false, onConflict, Optional.empty());
    }
}
