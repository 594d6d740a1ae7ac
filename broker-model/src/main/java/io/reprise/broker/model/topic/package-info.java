/** Topic names and the filters that select them (spec 1.2, 1.3). */
@NullMarked
package io.reprise.broker.model.topic;

import org.jspecify.annotations.NullMarked;
