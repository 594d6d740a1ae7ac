package io.reprise.broker.model.definition;

import java.util.Locale;

/** What an import does to one object. */
public enum PlannedAction {
    CREATE,
    CHANGE,
    DELETE,
    /** It is as the document has it. */
    UNCHANGED,
    /** It differs from the document, and stays. */
    KEEP,
    /** It differs from the document, which is a problem. */
    CONFLICT;

    /** As answers spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
