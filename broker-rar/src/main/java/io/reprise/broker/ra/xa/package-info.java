/**
 * Transaction branches: the XAResource of a VPN that <em>is</em> the settlement of what a bean received and sent, and the registry
 * by which two of them share one branch.
 */
@NullMarked
package io.reprise.broker.ra.xa;

import org.jspecify.annotations.NullMarked;
