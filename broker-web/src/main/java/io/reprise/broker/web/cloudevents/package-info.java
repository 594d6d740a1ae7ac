/** CloudEvents 1.0 between HTTP and messages, binary and structured (spec 5.2). */
@NullMarked
package io.reprise.broker.web.cloudevents;

import org.jspecify.annotations.NullMarked;
