/** A WildFly server of our own, in a process of its own: unpacked, configured, started, stopped, killed, deployed to. */
@NullMarked
package io.reprise.broker.it.server;

import org.jspecify.annotations.NullMarked;
