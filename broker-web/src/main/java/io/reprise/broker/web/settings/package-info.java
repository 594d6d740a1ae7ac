/** What an operator sets of HTTP. */
@NullMarked
package io.reprise.broker.web.settings;

import org.jspecify.annotations.NullMarked;
