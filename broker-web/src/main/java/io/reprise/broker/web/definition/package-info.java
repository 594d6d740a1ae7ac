/** Definitions over HTTP: all that is configured as one document, exported and imported (spec 5.3). */
@NullMarked
package io.reprise.broker.web.definition;

import org.jspecify.annotations.NullMarked;
