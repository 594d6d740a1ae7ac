/** Which endpoints attract a topic: the subscriptions of a VPN (spec 1.3). */
@NullMarked
package io.reprise.broker.engine.routing;

import org.jspecify.annotations.NullMarked;
