/** How work of connections is done on the server's threads, none of which it holds. */
@NullMarked
package io.reprise.broker.web.work;

import org.jspecify.annotations.NullMarked;
