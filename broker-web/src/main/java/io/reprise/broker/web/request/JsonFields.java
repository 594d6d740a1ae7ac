package io.reprise.broker.web.request;

import io.reprise.broker.model.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object that somebody sent, read one by one; what is wrong gathers, so that it is told together. A field that is given
 * as null is not one that is absent: it is refused. One thread.
 */
public class JsonFields {
    private final Map<String, @Nullable Object> given;
    private final Problems problems;
    private final String before;

    /**
     * Those of an object.
     *
     * @param before what stands before a field's name where it is told of
     */
    protected JsonFields(Map<String, @Nullable Object> given, Problems problems, String before) {
        this.given = given;
        this.problems = problems;
        this.before = before;
    }

    public final Problems problems() {
        return problems;
    }

    public final boolean has(String name) {
        return given.containsKey(name);
    }

    /** As it was given, text or not; for answers. */
    public final Optional<Object> given(String name) {
        return Optional.ofNullable(given.get(name));
    }

    public final Optional<Boolean> flag(String name) {
        return read(name, "true, false", value -> value instanceof Boolean flag ? flag : null);
    }

    /** A whole number, bounds included. */
    protected final Optional<Long> number(String name, long from, long to, String allowed) {
        return read(
                name, allowed, value -> value instanceof Long number && number >= from && number <= to ? number : null);
    }

    /** Refuses two that are given together. */
    public final void refuseBoth(String one, String other) {
        if (has(one) && has(other)) {
            problems.refuse(
                    before + one + " and " + other, given.get(one) + " and " + given.get(other), "one of the two");
        }
    }

    public final void require(String name, String allowed) {
        if (!has(name)) {
            problems.add(ErrorCode.MISSING_PARAMETER, before + name + " is missing; allowed: " + allowed);
        }
    }

    /** The value that the reader makes of a field's; one of which it makes none is refused. */
    protected final <T> Optional<T> read(String name, String allowed, Function<@Nullable Object, @Nullable T> reader) {
        if (!has(name)) {
            return Optional.empty();
        }
        Object value = given.get(name);
        T read = reader.apply(value);
        if (read == null) {
            problems.refuse(before + name, "'" + value + "'", allowed);
        }
        return Optional.ofNullable(read);
    }
}
