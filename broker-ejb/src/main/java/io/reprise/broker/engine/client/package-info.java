/** What each client of a VPN has done: counted where it happens, shown to administrators [spec 1.5]. */
@NullMarked
package io.reprise.broker.engine.client;

import org.jspecify.annotations.NullMarked;
