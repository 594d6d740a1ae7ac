/** What the server runs: every resource, put together once. */
@NullMarked
package io.reprise.broker.web.application;

import org.jspecify.annotations.NullMarked;
