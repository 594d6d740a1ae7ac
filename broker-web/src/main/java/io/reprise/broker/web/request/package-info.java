/** What requests of every kind are held to: each parameter known, everything wrong told together (spec 5.1). */
@NullMarked
package io.reprise.broker.web.request;

import org.jspecify.annotations.NullMarked;
