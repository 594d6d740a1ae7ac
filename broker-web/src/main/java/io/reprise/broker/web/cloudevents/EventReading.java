package io.reprise.broker.web.cloudevents;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.request.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Gathers an event's attributes as a request gives them; what is wrong goes to the problems. One thread. */
final class EventReading {
    private final UnaryOperator<String> label;
    private final Problems problems;
    private final Map<String, String> attributes = new LinkedHashMap<>();

    /**
     * Begins with none.
     *
     * @param label what people call the attribute of a name, for instance the header
     */
    EventReading(UnaryOperator<String> label, Problems problems) {
        this.label = label;
        this.problems = problems;
    }

    Problems problems() {
        return problems;
    }

    String label(String name) {
        return label.apply(name);
    }

    void add(String name, String value) {
        AttributeRule.broken(name, value)
                .ifPresent(allowed -> problems.refuse(label.apply(name), "'" + value + "'", allowed));
        attributes.put(name, value);
    }

    boolean isEmpty() {
        return attributes.isEmpty();
    }

    Map<String, String> attributes() {
        return attributes;
    }

    /** The event, legal if there are no problems. */
    CloudEvent end() {
        for (String name : CloudEvent.REQUIRED) {
            if (!attributes.containsKey(name)) {
                problems.add(
                        ErrorCode.MISSING_PARAMETER,
                        label.apply(name) + " is missing; an event has " + CloudEvent.REQUIRED);
            }
        }
        return new CloudEvent(attributes);
    }
}
