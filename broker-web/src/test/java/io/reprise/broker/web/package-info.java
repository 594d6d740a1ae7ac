/** What the tests of this module share: a broker in memory behind the real HTTP stack. */
@NullMarked
package io.reprise.broker.web;

import org.jspecify.annotations.NullMarked;
