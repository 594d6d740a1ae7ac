/** The OpenAPI document as the code gives it, and what holds the one in {@code docs/} against it. */
@NullMarked
package io.reprise.broker.web.openapi;

import org.jspecify.annotations.NullMarked;
