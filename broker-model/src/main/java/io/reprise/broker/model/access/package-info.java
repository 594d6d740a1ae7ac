/** Who works with a VPN, and what its access rules are made of (spec 5.4). */
@NullMarked
package io.reprise.broker.model.access;

import org.jspecify.annotations.NullMarked;
