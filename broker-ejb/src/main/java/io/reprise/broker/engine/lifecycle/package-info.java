/** The session beans: thin shells that wire the engine into the server and end it. */
@NullMarked
package io.reprise.broker.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
