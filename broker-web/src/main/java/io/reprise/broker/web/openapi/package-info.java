/** The description of this API for tools (spec 5.1). */
@NullMarked
package io.reprise.broker.web.openapi;

import org.jspecify.annotations.NullMarked;
