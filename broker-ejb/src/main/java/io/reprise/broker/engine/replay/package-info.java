/** The replay log as it is read, and replays of it [spec 2]. */
@NullMarked
package io.reprise.broker.engine.replay;

import org.jspecify.annotations.NullMarked;
