/** What a client may do on a VPN: its rules, worked out from the VPN's objects, and where they are held against what it does. */
@NullMarked
package io.reprise.broker.engine.access;

import org.jspecify.annotations.NullMarked;
