/** What the adapter lives on: the server's threads, timers and transactions, the way to the engine, and where it tells its health. */
@NullMarked
package io.reprise.broker.ra.environment;

import org.jspecify.annotations.NullMarked;
