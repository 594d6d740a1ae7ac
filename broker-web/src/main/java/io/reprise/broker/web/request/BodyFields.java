package io.reprise.broker.web.request;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayTime;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.web.json.JsonText;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fields of a request's JSON body. */
public final class BodyFields extends JsonFields {
    /** For people. */
    public static final String MESSAGE_ID = "a message's id, as rmid1:00000-00000000000-00000000-00000001";

    private BodyFields(Map<String, @Nullable Object> given, Problems problems) {
        super(given, problems, "");
    }

    /** What was given; unknown fields, and parameters of the address, go to the problems. */
    public static BodyFields read(UriInfo uri, InputStream json, Set<String> known) {
        Problems problems = new Problems();
        QueryParameters.read(uri.getQueryParameters(), Set.of(), problems);
        Map<String, @Nullable Object> given = JsonText.readObject(json);
        String allowed = known.isEmpty()
                ? "no attributes"
                : known.stream().sorted().collect(Collectors.joining(", ", "the attributes ", ""));
        given.forEach((name, value) -> {
            if (!known.contains(name)) {
                problems.refuse(name, String.valueOf(value), allowed);
            }
        });
        return new BodyFields(given, problems);
    }

    /** Text that is more than blanks. */
    public Optional<String> text(String name, String allowed) {
        return read(name, allowed, value -> value instanceof String text && !text.isBlank() ? text : null);
    }

    public Optional<Long> number(String name, long from, long to) {
        return number(name, from, to, "a whole number, " + from + "–" + to);
    }

    /** A time: a number of unix seconds or a text; a relative one counts back from now by {@code clock}. */
    public Optional<Instant> time(String name, InstantSource clock) {
        return read(name, ReplayTime.ALLOWED, value -> value instanceof String || value instanceof Long ? value : null)
                .flatMap(value -> parsed(name, value.toString()))
                .map(time -> time.at(clock));
    }

    /** A span of time as {@code PT20S}, bounds included. */
    public Optional<Duration> duration(String name, Duration from, Duration to) {
        return read(
                name, from + "–" + to, value -> value instanceof String text ? durationOrNull(text, from, to) : null);
    }

    /** A list of texts; empty if it is absent. */
    public List<String> texts(String name) {
        return read(name, "a list of texts", BodyFields::textsOrNull).orElse(List.of());
    }

    /** The value of an attribute that the field is called like. */
    public <T> Optional<T> attribute(Attribute<T> attribute) {
        return read(attribute.name(), attribute.allowed(), attribute::read);
    }

    /** The id of a message, valid everywhere. */
    public Optional<ReplicationGroupMsgId> message(String name) {
        return read(name, MESSAGE_ID, value -> value instanceof String text ? idOrNull(text) : null);
    }

    private Optional<ReplayTime> parsed(String name, String text) {
        try {
            return Optional.of(ReplayTime.parse(name, text));
        } catch (BrokerException malformed) {
            problems().add(malformed);
            return Optional.empty();
        }
    }

    private static @Nullable Duration durationOrNull(String text, Duration from, Duration to) {
        try {
            Duration read = Duration.parse(text);
            return read.compareTo(from) >= 0 && read.compareTo(to) <= 0 ? read : null;
        } catch (DateTimeException malformed) {
            return null;
        }
    }

    /** The reader of JSON makes texts of a list's items. */
    private static @Nullable List<String> textsOrNull(@Nullable Object value) {
        return value instanceof List<?> items
                ? items.stream().map(String::valueOf).toList()
                : null;
    }

    private static @Nullable ReplicationGroupMsgId idOrNull(String text) {
        try {
            return ReplicationGroupMsgId.parse(text);
        } catch (BrokerException malformed) {
            return null;
        }
    }
}
