/** Who gets which message next: flows, sessions, and what is in flight. */
@NullMarked
package io.reprise.broker.engine.deliver;

import org.jspecify.annotations.NullMarked;
