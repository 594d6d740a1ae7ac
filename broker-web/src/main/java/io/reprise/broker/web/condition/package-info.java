/** What a call says of the version of an object that it means [RFC 9110 §13] (spec 5.1). */
@NullMarked
package io.reprise.broker.web.condition;

import org.jspecify.annotations.NullMarked;
