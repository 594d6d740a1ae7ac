package io.reprise.broker.web.management;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.InvalidSettingsException;
import io.reprise.broker.web.request.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The JSON object that describes a config object: who it is, and settings. Everything wrong with it goes to {@link Problems}. */
final class ConfigBody {
    private final Map<String, @Nullable Object> rest;
    private final Problems problems;

    ConfigBody(Map<String, @Nullable Object> body, Problems problems) {
        this.rest = new LinkedHashMap<>(body);
        this.problems = problems;
    }

    /** Where the path has a name, the body may only repeat it. */
    ConfigBody requireSame(String attribute, String expected) {
        Object value = rest.remove(attribute);
        if (value != null && !value.equals(expected)) {
            problems.refuse(attribute, "'" + value + "'", "'" + expected + "', as in the path, or absent");
        }
        return this;
    }

    /**
     * The text that says what is to be created: must be there.
     *
     * @param allowed for people
     * @param rule throws if it is none of the allowed
     */
    String required(String attribute, String allowed, Consumer<String> rule) {
        Object value = rest.remove(attribute);
        if (value instanceof String text) {
            problems.check(() -> rule.accept(text));
            return text;
        }
        if (value == null) {
            problems.add(ErrorCode.MISSING_PARAMETER, attribute + " is missing; allowed: " + allowed);
        } else {
            problems.refuse(attribute, String.valueOf(value), "text, " + allowed);
        }
        return "";
    }

    /** The settings that the rest of the body makes of those. */
    <S> S applyTo(S base, BiFunction<S, Map<String, @Nullable Object>, S> change) {
        try {
            return change.apply(base, rest);
        } catch (InvalidSettingsException refused) {
            refused.problems().forEach(problem -> problems.add(problem.code(), problem.text()));
            return base;
        }
    }

    /** There is nothing else to be said of such an object. */
    void refuseRest(String ofWhat) {
        rest.forEach((name, value) -> problems.refuse(name, String.valueOf(value), "no such attribute of a " + ofWhat));
    }
}
