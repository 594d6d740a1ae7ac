/** How HTTP reaches the broker. */
@NullMarked
package io.reprise.broker.web.broker;

import org.jspecify.annotations.NullMarked;
