/** The broker in a plain JVM. */
@NullMarked
package io.reprise.broker.it;

import org.jspecify.annotations.NullMarked;
