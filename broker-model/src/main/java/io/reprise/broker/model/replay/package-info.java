/** The replay log and replay, as those who ask for it see them [spec 2]. */
@NullMarked
package io.reprise.broker.model.replay;

import org.jspecify.annotations.NullMarked;
