/** Live subscribers: direct messages and demoted copies, snapshots, history, recovery [spec 1.5, 3]. */
@NullMarked
package io.reprise.broker.model.live;

import org.jspecify.annotations.NullMarked;
