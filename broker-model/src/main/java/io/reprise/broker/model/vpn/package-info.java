/** The seam: how the adapter, HTTP and an embedding program reach the engine. */
@NullMarked
package io.reprise.broker.model.vpn;

import org.jspecify.annotations.NullMarked;
