/** Benchmarks: the engine alone, and both brokers side by side in one server; see docs/benchmarks.md. */
@NullMarked
package io.reprise.broker.it.bench;

import org.jspecify.annotations.NullMarked;
