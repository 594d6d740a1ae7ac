/** Child processes of tests and of the run: started, watched, stopped, killed and paused by their process id. */
@NullMarked
package io.reprise.broker.it.process;

import org.jspecify.annotations.NullMarked;
