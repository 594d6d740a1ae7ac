package io.reprise.broker.model.definition;

import java.util.Locale;

/** What happens to an object that exists with other settings than the document gives it. */
public enum OnConflict {
    /** It is a problem, and nothing is imported. */
    FAIL,
    /** It gets those of the document. */
    REPLACE,
    /** It stays as it is. */
    KEEP;

    /** As parameters and settings spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
