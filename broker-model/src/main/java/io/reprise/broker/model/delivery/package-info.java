/** How a consumer is bound to an endpoint and gets its messages. */
@NullMarked
package io.reprise.broker.model.delivery;

import org.jspecify.annotations.NullMarked;
