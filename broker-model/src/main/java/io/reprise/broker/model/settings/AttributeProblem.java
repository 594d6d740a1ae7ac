package io.reprise.broker.model.settings;

import io.reprise.broker.model.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Why one attribute was refused.
 *
 * @param code INVALID_PARAMETER, or NOT_SUPPORTED for a value that this version does not offer
 * @param attribute its JSON name as given
 * @param value as given
 * @param allowed what would have been accepted
 */
public record AttributeProblem(
        ErrorCode code, String attribute, @Nullable Object value, String allowed) {
    /** One clause for people. */
    public String text() {
        String shown = value instanceof String ? "'" + value + "'" : String.valueOf(value);
        String reason = code == ErrorCode.NOT_SUPPORTED ? " is not supported in this version" : "";
        return attribute + " = " + shown + reason + "; allowed: " + allowed;
    }
}
