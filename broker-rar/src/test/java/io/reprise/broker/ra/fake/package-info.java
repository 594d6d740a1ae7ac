/** The seam by hand: a broker in memory whose outcomes a test scripts. */
@NullMarked
package io.reprise.broker.ra.fake;

import org.jspecify.annotations.NullMarked;
