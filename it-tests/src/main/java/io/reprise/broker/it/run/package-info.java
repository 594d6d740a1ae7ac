/** {@code mvn -Prun verify}: a database, a server, the broker and the demonstration, until Ctrl-C. */
@NullMarked
package io.reprise.broker.it.run;

import org.jspecify.annotations.NullMarked;
