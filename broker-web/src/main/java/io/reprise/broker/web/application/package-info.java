/** What the server runs, and how it reaches the broker. */
@NullMarked
package io.reprise.broker.web.application;

import org.jspecify.annotations.NullMarked;
