package io.reprise.broker.web.messaging;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.web.cloudevents.BinaryEvent;
import io.reprise.broker.web.cloudevents.CloudEvent;
import io.reprise.broker.web.cloudevents.EventMode;
import io.reprise.broker.web.cloudevents.StructuredEvent;
import io.reprise.broker.web.request.PayloadType;
import io.reprise.broker.web.request.Problems;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a request has the message hold: a payload, or a CloudEvent in binary or structured mode (spec 5.2). One thread. */
sealed interface MessageContent {
    /** Whether it is a CloudEvent. */
    boolean isEvent();

    /**
     * Puts it into the message.
     *
     * @throws BrokerException MESSAGE_TOO_BIG, PARSE_ERROR, or INVALID_PARAMETER if text is not in its charset
     */
    void applyTo(MessageBuilder message);

    /**
     * Reads what the headers say; what is wrong goes to {@code problems}.
     *
     * @throws BrokerException MESSAGE_TOO_BIG, PARSE_ERROR of an event in structured mode, which is read at once
     */
    static MessageContent read(HttpHeaders request, InputStream body, Problems problems) {
        MultivaluedMap<String, String> headers = request.getRequestHeaders();
        String declaredBytes = request.getHeaderString(HttpHeaders.CONTENT_LENGTH);
        if (!EventMode.isStructured(headers)) {
            Optional<CloudEvent> event = BinaryEvent.read(headers, problems);
            return new Payload(event, PayloadType.read(headers, problems), body, declaredBytes);
        }
        PayloadType.refuseEncoding(headers, problems);
        StructuredEvent event = StructuredEvent.read(PayloadType.readBytes(body, declaredBytes), problems);
        BinaryEvent.attributes(headers, problems)
                .forEach((name, value) -> requireSame(name, value, event.event(), problems));
        return new Structured(event);
    }

    /** A structured event's headers may say again what is in it [CloudEvents HTTP binding 1.0.2 §3.2.2]. */
    private static void requireSame(String name, String value, CloudEvent event, Problems problems) {
        String inside = event.attributes().get(name);
        if (!value.equals(inside)) {
            problems.refuse(
                    "header " + BinaryEvent.HEADER_PREFIX + name,
                    "'" + value + "'",
                    "what the event itself has: " + (inside == null ? "nothing" : "'" + inside + "'"));
        }
    }

    /**
     * A body that is the payload.
     *
     * @param event the event whose data it is, if it is one's
     */
    record Payload(
            Optional<CloudEvent> event,
            PayloadType type,
            InputStream body,
            @Nullable String declaredBytes) implements MessageContent {
        @Override
        public boolean isEvent() {
            return event.isPresent();
        }

        @Override
        public void applyTo(MessageBuilder message) {
            event.ifPresent(attributes -> attributes.applyTo(message));
            type.readInto(message, body, declaredBytes);
        }
    }

    /** A body that holds event and data. */
    record Structured(StructuredEvent event) implements MessageContent {
        @Override
        public boolean isEvent() {
            return true;
        }

        @Override
        public void applyTo(MessageBuilder message) {
            event.applyTo(message);
        }
    }
}
