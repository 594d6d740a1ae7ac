package io.reprise.broker.web.settings;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.Map;

/**
 * One setting of HTTP: a system property that holds a whole number.
 *
 * @param name of the property
 * @param min the least value
 * @param max the largest value
 * @param defaultValue what holds without the property
 */
public record WebSetting(String name, int min, int max, int defaultValue) {
    /** Takes the property out of those given; the default if it is not there. */
    int take(Map<String, String> given) {
        String text = given.remove(name);
        return text == null ? defaultValue : read(text.strip());
    }

    private int read(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of range is
        }
        throw BrokerException.refused(ErrorCode.INVALID_PARAMETER, name, "'" + text + "'", min + "–" + max);
    }
}
