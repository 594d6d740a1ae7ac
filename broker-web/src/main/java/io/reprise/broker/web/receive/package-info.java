/** Receiving from an endpoint over HTTP: consumers that are polled and settle what they got (spec 5.2). */
@NullMarked
package io.reprise.broker.web.receive;

import org.jspecify.annotations.NullMarked;
