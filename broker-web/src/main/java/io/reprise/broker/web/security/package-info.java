/** Who may call what (spec 5.4). */
@NullMarked
package io.reprise.broker.web.security;

import org.jspecify.annotations.NullMarked;
