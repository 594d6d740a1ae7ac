package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one request on a subject's path (spec 3.3): {@code subject}, {@code vpn}, {@code token}, which the server has taken
 * as a credential before this is reached, and those of the path. What is wrong gathers and is told together. One thread.
 */
final class SubjectQuery {
    private static final String SUBJECT = "subject";
    private static final Set<String> EVERYWHERE = Set.of(SUBJECT, "vpn", "token");

    private final QueryParameters given;
    private final Problems problems = new Problems();

    private SubjectQuery(MultivaluedMap<String, String> query, Set<String> ofThePath, Set<String> repeatable) {
        Set<String> known = new HashSet<>(EVERYWHERE);
        known.addAll(ofThePath);
        given = QueryParameters.read(query, known, repeatable, problems);
    }

    /** Of a path with one subject. */
    static SubjectQuery ofOne(MultivaluedMap<String, String> query, Set<String> ofThePath) {
        return new SubjectQuery(query, ofThePath, Set.of());
    }

    /** Of a path with one or more subjects. */
    static SubjectQuery ofSeveral(MultivaluedMap<String, String> query, Set<String> ofThePath) {
        return new SubjectQuery(query, ofThePath, Set.of(SUBJECT));
    }

    Problems problems() {
        return problems;
    }

    String vpn() {
        String name = given.get("vpn");
        return name == null ? Broker.DEFAULT_VPN : name;
    }

    /** As it was given, for answers; empty if it was not. */
    String subjectText() {
        String text = given.get(SUBJECT);
        return text == null ? "" : text;
    }

    /** The one subject; empty if there is none or it is none. */
    Optional<TopicName> subject() {
        return subjects().stream().findFirst().flatMap(text -> checked(() -> SubjectText.subject(text)));
    }

    /** Every subject as it was given; it is a problem if there is none. */
    List<String> subjects() {
        List<String> texts = given.all(SUBJECT);
        if (texts.isEmpty()) {
            problems.add(ErrorCode.MISSING_PARAMETER, "parameter subject is missing; allowed: an absolute subject");
        }
        return texts;
    }

    /** What the check gives; empty if it refuses, which is a problem then. */
    <T> Optional<T> checked(Supplier<T> check) {
        try {
            return Optional.of(check.get());
        } catch (BrokerException refusal) {
            problems.add(refusal);
            return Optional.empty();
        }
    }

    @Nullable
    String text(String name) {
        return given.get(name);
    }

    /** A whole number from 0 on; empty if it was not given, or is none. */
    Optional<Long> number(String name, long max) {
        String text = given.get(name);
        if (text == null) {
            return Optional.empty();
        }
        Optional<Long> number = parsed(text).filter(value -> value >= 0 && value <= max);
        if (number.isEmpty()) {
            problems.refuse("parameter " + name, "'" + text + "'", "0–" + max);
        }
        return number;
    }

    private static Optional<Long> parsed(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    /** One of two words; the first if it was not given. */
    boolean isFirst(String name, String first, String second) {
        String text = given.get(name);
        if (text != null && !text.equals(first) && !text.equals(second)) {
            problems.refuse("parameter " + name, "'" + text + "'", first + ", " + second);
        }
        return text == null || text.equals(first);
    }

    /** {@code epoch} and {@code seq}; empty if neither was given. */
    Optional<SubjectPosition> position() {
        Optional<Long> epoch = number("epoch", Long.MAX_VALUE);
        Optional<Long> seq = number("seq", Long.MAX_VALUE);
        if ((given.get("epoch") == null) != (given.get("seq") == null)) {
            problems.add(
                    ErrorCode.MISSING_PARAMETER, "parameters epoch and seq: one of them; allowed: both or neither");
        }
        return epoch.flatMap(e -> seq.map(s -> new SubjectPosition(e, s)));
    }
}
