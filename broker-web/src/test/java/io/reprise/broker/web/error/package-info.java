/** How errors are answered. */
@NullMarked
package io.reprise.broker.web.error;

import org.jspecify.annotations.NullMarked;
