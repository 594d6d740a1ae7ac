package io.reprise.broker.model.object;

import io.reprise.broker.model.settings.AttributeValues;

/**
 * An object as configured. Immutable.
 *
 * @param values of its kind's attributes
 * @param version rises with every change
 * @param createdMillis when it was made, milliseconds of the epoch
 */
public record ObjectView(ObjectName name, AttributeValues values, long version, long createdMillis) {
    /** The next version of it. */
    public ObjectView with(AttributeValues changed) {
        return new ObjectView(name, changed, version + 1, createdMillis);
    }
}
