/** Sending over HTTP (spec 5.2). */
@NullMarked
package io.reprise.broker.web.messaging;

import org.jspecify.annotations.NullMarked;
