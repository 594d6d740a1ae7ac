/**
 * Changes of a VPN's configuration: worked out on a draft, checked as a whole, written with one entry. A change of one object and the
 * import of a document are made of the same steps.
 */
@NullMarked
package io.reprise.broker.engine.change;

import org.jspecify.annotations.NullMarked;
