/** What can be set of REST delivery points, which push a queue's messages to URLs (spec 5.2). */
@NullMarked
package io.reprise.broker.model.push;

import org.jspecify.annotations.NullMarked;
