/**
 * The rows of the database as JPA entities: the log, who owns it, configuration, and what checkpoints write. Plain holders of
 * values, filled once by their constructor or by the store, never changed; arrays are handed over, not copied.
 *
 * <p>Names of tables and columns are those of the classes and fields with underscores ({@code firstMsgId} is
 * {@code first_msg_id}). Times are milliseconds since 1970. {@code asOf} is the commit number up to which a row contains the
 * log's effects [LOG.md L15]; {@code generation} counts the starts of replays on an endpoint [LOG.md L22].
 */
@NullMarked
package io.reprise.broker.model.store;

import org.jspecify.annotations.NullMarked;
