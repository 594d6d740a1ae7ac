/** What objects of the management API can be told: attributes, each declared once, and the values they have. */
@NullMarked
package io.reprise.broker.model.settings;

import org.jspecify.annotations.NullMarked;
