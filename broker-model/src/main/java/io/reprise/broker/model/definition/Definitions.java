package io.reprise.broker.model.definition;

import java.util.List;

/**
 * The configuration of VPNs (spec 5.3).
 *
 * @param vpns in the order of names
 */
public record Definitions(List<VpnDefinition> vpns) {
    /** The version of the document's form. */
    public static final long VERSION = 1;

    /** The largest document that is read, bytes. */
    public static final int MAX_BYTES = 8 << 20;
}
