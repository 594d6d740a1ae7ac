/** The state of a VPN as the fold of its log. */
@NullMarked
package io.reprise.broker.engine.state;

import org.jspecify.annotations.NullMarked;
