/** What an administrator creates, changes, reads and counts. */
@NullMarked
package io.reprise.broker.model.management;

import org.jspecify.annotations.NullMarked;
