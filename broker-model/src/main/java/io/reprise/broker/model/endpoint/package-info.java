/** Queues and topic endpoints: their names, kinds and settings, each setting declared once (spec 1.4). */
@NullMarked
package io.reprise.broker.model.endpoint;

import org.jspecify.annotations.NullMarked;
