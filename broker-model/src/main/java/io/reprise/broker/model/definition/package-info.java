/** The configuration of VPNs as one document: what it says, how it is read, and what an import of it does (spec 5.3). */
@NullMarked
package io.reprise.broker.model.definition;

import org.jspecify.annotations.NullMarked;
