/** Live subscribers in the server: consumers and beans on a topic without an endpoint [spec 3.4]. */
@NullMarked
package io.reprise.broker.ra.live;

import org.jspecify.annotations.NullMarked;
