/** The named objects that a VPN holds besides endpoints and its replay log: access rules and what else is only configuration. */
@NullMarked
package io.reprise.broker.model.object;

import org.jspecify.annotations.NullMarked;
