package io.reprise.broker.model.definition;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.InvalidSettingsException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One JSON object of a document while it is read: what was taken out of it is known, what is left at the end is not. One thread. */
final class DefinitionEntry {
    private final String where;
    private final Map<String, @Nullable Object> rest;
    private final List<DefinitionProblem> problems;
    private boolean sound = true;

    /**
     * @param where for people, e.g. {@code queue 'orders' of VPN 'default'}
     * @param problems of the whole document
     */
    DefinitionEntry(String where, Map<?, ?> json, List<DefinitionProblem> problems) {
        this.where = where;
        this.rest = new LinkedHashMap<>();
        this.problems = problems;
        json.forEach((name, value) -> rest.put(String.valueOf(name), value));
    }

    String where() {
        return where;
    }

    /** Whether nothing was wrong with it so far. */
    boolean isSound() {
        return sound;
    }

    void problem(ErrorCode code, String text) {
        sound = false;
        problems.add(new DefinitionProblem(code, where + ": " + text));
    }

    /** Keeps what a check refuses. */
    void check(Runnable check) {
        try {
            check.run();
        } catch (BrokerException refusal) {
            problem(refusal.code(), String.valueOf(refusal.getMessage()));
        }
    }

    @Nullable
    Object take(String attribute) {
        return rest.remove(attribute);
    }

    /** The name that this entry has; null, and a problem, if it has none that the rule lets through. */
    @Nullable
    String takeName(String attribute, Consumer<String> rule) {
        Object value = rest.remove(attribute);
        if (value == null) {
            problem(ErrorCode.MISSING_PARAMETER, attribute + " is missing");
            return null;
        }
        if (!(value instanceof String name)) {
            problem(ErrorCode.INVALID_PARAMETER, attribute + " = " + value + "; allowed: text");
            return null;
        }
        check(() -> rule.accept(name));
        return sound ? name : null;
    }

    /** The entries of a list; none if it is not there. */
    List<DefinitionEntry> takeList(String attribute) {
        Object value = rest.remove(attribute);
        List<DefinitionEntry> entries = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                String at = attribute + "[" + entries.size() + "] of " + where;
                if (item instanceof Map<?, ?> json) {
                    entries.add(new DefinitionEntry(at, json, problems));
                } else {
                    problem(ErrorCode.INVALID_PARAMETER, at + " = " + item + "; allowed: an object");
                }
            }
        } else if (value != null) {
            problem(ErrorCode.INVALID_PARAMETER, attribute + " = " + value + "; allowed: a list");
        }
        return entries;
    }

    /** The same entry, now that it is known what it is. */
    DefinitionEntry at(String label) {
        return new DefinitionEntry(label, rest, problems);
    }

    /** The settings that the rest of it makes of the defaults; null, and problems, if it can't. */
    <S> @Nullable S takeSettings(Function<Map<String, @Nullable Object>, S> reader) {
        try {
            return reader.apply(rest);
        } catch (InvalidSettingsException refused) {
            refused.problems().forEach(each -> problem(each.code(), each.text()));
            return null;
        }
    }

    /** There is nothing else to be said. */
    void refuseRest() {
        rest.forEach((name, value) ->
                problem(ErrorCode.INVALID_PARAMETER, name + " = " + value + "; allowed: no such attribute here"));
    }
}
