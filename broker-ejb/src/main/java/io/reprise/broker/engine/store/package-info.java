/** All SQL and JPA: the log's rows, the fence, checkpoints and configuration in MariaDB. */
@NullMarked
package io.reprise.broker.engine.store;

import org.jspecify.annotations.NullMarked;
