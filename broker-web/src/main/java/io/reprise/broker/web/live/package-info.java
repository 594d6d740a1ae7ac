/** Subjects over HTTP: publishing on them, their snapshots and history, live streams (spec 3.3, 3.4). */
@NullMarked
package io.reprise.broker.web.live;

import org.jspecify.annotations.NullMarked;
