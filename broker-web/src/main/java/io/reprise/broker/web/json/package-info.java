/** JSON read strictly and written. */
@NullMarked
package io.reprise.broker.web.json;

import org.jspecify.annotations.NullMarked;
