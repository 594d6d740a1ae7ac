/** Message selectors [JMS 3.1 §3.8]: compiled once, evaluated over stored messages. */
@NullMarked
package io.reprise.broker.engine.selector;

import org.jspecify.annotations.NullMarked;
