/** The shape of the management API: envelope, paging, filters, selection (spec 5.1). */
@NullMarked
package io.reprise.broker.web.semp;

import org.jspecify.annotations.NullMarked;
