/** The named objects of a VPN in memory, as stored and as they may change. */
@NullMarked
package io.reprise.broker.engine.object;

import org.jspecify.annotations.NullMarked;
