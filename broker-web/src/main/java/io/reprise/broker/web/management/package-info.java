/** Configuration, statistics and actions of VPNs and their endpoints (spec 5.1). */
@NullMarked
package io.reprise.broker.web.management;

import org.jspecify.annotations.NullMarked;
