/** Metrics, liveness and readiness (spec 5.6). */
@NullMarked
package io.reprise.broker.web.health;

import org.jspecify.annotations.NullMarked;
