/** The live side of a VPN: subjects, their snapshots and history, live subscribers, direct messages [spec 1.5, 3]. */
@NullMarked
package io.reprise.broker.engine.live;

import org.jspecify.annotations.NullMarked;
