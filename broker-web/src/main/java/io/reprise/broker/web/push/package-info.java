/** REST delivery points: a queue's messages are posted to a URL (spec 5.2). */
@NullMarked
package io.reprise.broker.web.push;

import org.jspecify.annotations.NullMarked;
