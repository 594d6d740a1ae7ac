/** Background duties of a VPN: each one a class with one run. */
@NullMarked
package io.reprise.broker.engine.duty;

import org.jspecify.annotations.NullMarked;
