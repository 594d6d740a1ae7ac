/** The resource adapter itself: its start, its stop, and what the container asks of it. */
@NullMarked
package io.reprise.broker.ra.adapter;

import org.jspecify.annotations.NullMarked;
