/** A MariaDB server of our own, for trying and for tests: unpacked from a Maven artifact, started, stopped, killed. */
@NullMarked
package io.reprise.broker.it.database;

import org.jspecify.annotations.NullMarked;
