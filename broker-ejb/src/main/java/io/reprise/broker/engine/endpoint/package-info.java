/** The endpoints as configured: what there is, by id and by name. */
@NullMarked
package io.reprise.broker.engine.endpoint;

import org.jspecify.annotations.NullMarked;
