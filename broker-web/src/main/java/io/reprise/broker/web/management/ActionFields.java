package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayTime;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import io.reprise.broker.web.semp.SempCall;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an action's body, read one by one; what is wrong gathers, so that it is told together. A field that is given as null is
 * not one that is absent: it is refused. One thread.
 */
final class ActionFields {
    /** For people. */
    static final String MESSAGE_ID = "a message's id, as rmid1:00000-00000000000-00000000-00000001";

    private final Map<String, @Nullable Object> given;
    private final Problems problems;

    private ActionFields(Map<String, @Nullable Object> given, Problems problems) {
        this.given = given;
        this.problems = problems;
    }

    /** What was given; unknown fields, and parameters of the address, go to the problems. */
    static ActionFields read(SempCall call, InputStream json, Set<String> known) {
        Problems problems = new Problems();
        QueryParameters.read(call.uri().getQueryParameters(), Set.of(), problems);
        Map<String, @Nullable Object> given = JsonText.readObject(json);
        String allowed = known.isEmpty()
                ? "no attributes"
                : known.stream().sorted().collect(Collectors.joining(", ", "the attributes ", ""));
        given.forEach((name, value) -> {
            if (!known.contains(name)) {
                problems.refuse(name, String.valueOf(value), allowed);
            }
        });
        return new ActionFields(given, problems);
    }

    Problems problems() {
        return problems;
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    /** Text that is more than blanks. */
    Optional<String> text(String name, String allowed) {
        return read(name, allowed, value -> value instanceof String text && !text.isBlank() ? text : null);
    }

    Optional<Boolean> flag(String name) {
        return read(name, "true, false", value -> value instanceof Boolean flag ? flag : null);
    }

    Optional<Long> number(String name, long from, long to) {
        return read(
                name,
                "a whole number, " + from + "–" + to,
                value -> value instanceof Long number && number >= from && number <= to ? number : null);
    }

    /** A time: a number of unix seconds or a text; a relative one counts back from now by {@code clock}. */
    Optional<Instant> time(String name, InstantSource clock) {
        return read(name, ReplayTime.ALLOWED, value -> value instanceof String || value instanceof Long ? value : null)
                .flatMap(value -> parsed(name, value.toString()))
                .map(time -> time.at(clock));
    }

    /** The id of a message, valid everywhere. */
    Optional<ReplicationGroupMsgId> message(String name) {
        return read(name, MESSAGE_ID, value -> value instanceof String text ? idOrNull(text) : null);
    }

    /** Refuses two that are given together. */
    void refuseBoth(String one, String other) {
        if (has(one) && has(other)) {
            problems.refuse(one + " and " + other, given.get(one) + " and " + given.get(other), "one of the two");
        }
    }

    void require(String name, String allowed) {
        if (!has(name)) {
            problems.add(ErrorCode.MISSING_PARAMETER, name + " is missing; allowed: " + allowed);
        }
    }

    private Optional<ReplayTime> parsed(String name, String text) {
        try {
            return Optional.of(ReplayTime.parse(name, text));
        } catch (BrokerException malformed) {
            problems.add(malformed);
            return Optional.empty();
        }
    }

    private static @Nullable ReplicationGroupMsgId idOrNull(String text) {
        try {
            return ReplicationGroupMsgId.parse(text);
        } catch (BrokerException malformed) {
            return null;
        }
    }

    private <T> Optional<T> read(String name, String allowed, Function<@Nullable Object, @Nullable T> reader) {
        if (!has(name)) {
            return Optional.empty();
        }
        Object value = given.get(name);
        T read = reader.apply(value);
        if (read == null) {
            problems.refuse(name, "'" + value + "'", allowed);
        }
        return Optional.ofNullable(read);
    }
}
