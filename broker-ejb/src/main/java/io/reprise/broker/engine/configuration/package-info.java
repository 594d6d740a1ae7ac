/** What an operator may set, declared once. */
@NullMarked
package io.reprise.broker.engine.configuration;

import org.jspecify.annotations.NullMarked;
