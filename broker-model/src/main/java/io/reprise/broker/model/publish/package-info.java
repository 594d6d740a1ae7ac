/** Work that is committed whole or not at all: messages published and deliveries acknowledged. */
@NullMarked
package io.reprise.broker.model.publish;

import org.jspecify.annotations.NullMarked;
