/** The kit for Arquillian suites, our own and other people's: a server with the broker on it, and words for its queues. */
@NullMarked
package io.reprise.broker.it.suite;

import org.jspecify.annotations.NullMarked;
