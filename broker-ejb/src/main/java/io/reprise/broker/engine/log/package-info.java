/** The log's entries: what they hold and how they are written as bytes. */
@NullMarked
package io.reprise.broker.engine.log;

import org.jspecify.annotations.NullMarked;
