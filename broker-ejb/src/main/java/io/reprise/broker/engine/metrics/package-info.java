/** What the broker measures of itself. */
@NullMarked
package io.reprise.broker.engine.metrics;

import org.jspecify.annotations.NullMarked;
