/** The committer: the one that decides, writes and applies, and what is put to it. */
@NullMarked
package io.reprise.broker.engine.commit;

import org.jspecify.annotations.NullMarked;
