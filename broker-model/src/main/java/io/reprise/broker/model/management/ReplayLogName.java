package io.reprise.broker.model.management;

import io.reprise.broker.model.settings.NameRule;

/** The name of a replay log: 1–185 characters, none of {@code * ? ' < > & ;}. A name exists only if it is valid. */
public record ReplayLogName(String text) {
    private static final NameRule RULE = new NameRule("replay log name", 185);

    public ReplayLogName {
        RULE.check(text);
    }

    /** @throws io.reprise.broker.model.error.BrokerException {@code INVALID_PARAMETER} */
    public static ReplayLogName of(String text) {
        return new ReplayLogName(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
