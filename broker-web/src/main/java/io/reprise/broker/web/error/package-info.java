/** How a refusal or a fault becomes an answer: the management API's envelope on its paths, problem documents elsewhere (spec 5.1). */
@NullMarked
package io.reprise.broker.web.error;

import org.jspecify.annotations.NullMarked;
