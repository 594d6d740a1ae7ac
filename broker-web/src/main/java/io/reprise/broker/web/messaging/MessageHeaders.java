package io.reprise.broker.web.messaging;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.cloudevents.CloudEvent;
import io.reprise.broker.web.request.HeaderText;
import io.reprise.broker.web.request.Problems;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the request's headers say about the message, in the names of Solace REST messaging (spec 5.2). Headers that start with
 * {@code Solace-} or {@code Reprise-} and are not known are refused, as are those known and not offered. Built by one thread.
 */
final class MessageHeaders {
    private static final String USER_PROPERTY = "solace-user-property-";

    private final Problems problems;
    private final List<UserProperty> properties = new ArrayList<>();
    private DeliveryMode deliveryMode = DeliveryMode.PERSISTENT;
    private @Nullable Long ttlMillis;
    private @Nullable Long priority;
    private @Nullable Boolean dmqEligible;
    private @Nullable String correlationId;
    private @Nullable String messageId;
    private @Nullable Long timestampMillis;
    private @Nullable TopicName replyTo;
    private @Nullable String publisherId;
    private @Nullable Long publisherSequence;

    private MessageHeaders(Problems problems) {
        this.problems = problems;
    }

    /** Reads them; what is wrong goes to {@code problems}. */
    static MessageHeaders read(MultivaluedMap<String, String> headers, Problems problems) {
        MessageHeaders result = new MessageHeaders(problems);
        headers.forEach(result::readHeader);
        result.requireWholeStamp();
        result.requireAnswerForStamp();
        return result;
    }

    /** Puts them into the message; what was not said gets what a sender would give. */
    void applyTo(MessageBuilder builder, long nowMillis) {
        builder.deliveryMode(deliveryMode);
        builder.messageId(messageId == null ? "ID:" + UUID.randomUUID() : messageId);
        builder.senderTimestampMillis(timestampMillis == null ? nowMillis : timestampMillis);
        builder.correlationId(correlationId);
        builder.replyTo(replyTo);
        if (ttlMillis != null) {
            builder.ttlMillis(ttlMillis);
        }
        if (priority != null) {
            builder.priority(priority.intValue());
        }
        if (dmqEligible != null) {
            builder.dmqEligible(dmqEligible);
        }
        if (publisherId != null && publisherSequence != null) {
            builder.publisher(new PublisherStamp(publisherId, publisherSequence));
        }
        properties.forEach(property -> builder.property(property.name(), property.value()));
    }

    /** An event's attributes are properties; the headers must not name the same ones. */
    void refuseEventProperties() {
        for (UserProperty property : properties) {
            if (property.name().startsWith(CloudEvent.PROPERTY_PREFIX)) {
                problems.refuse(
                        "user property '" + property.name() + "'", "beside a CloudEvent", "the event's attributes");
            }
        }
    }

    private void readHeader(String name, List<String> values) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean ours = lower.startsWith("solace-") || lower.startsWith("reprise-");
        if (ours && values.size() > 1) {
            problems.refuse("header " + name, values.size() + " times", "once");
        } else if (ours) {
            HeaderText.decode(name, values.get(0), problems).ifPresent(value -> readOurs(name, lower, value));
        }
    }

    private void readOurs(String name, String lower, String value) {
        if (lower.startsWith(USER_PROPERTY)) {
            UserProperty.read(name.substring(USER_PROPERTY.length()), value, problems)
                    .ifPresent(properties::add);
            return;
        }
        switch (lower) {
            case "solace-delivery-mode" -> readDeliveryMode(name, value);
            case "solace-time-to-live-in-ms" -> ttlMillis = whole(name, value, Long.MAX_VALUE);
            case "solace-priority" -> priority = whole(name, value, 255);
            case "solace-dmq-eligible" -> dmqEligible = flag(name, value);
            case "solace-correlation-id" -> correlationId = value;
            case "solace-message-id" -> messageId = value;
            case "solace-timestamp" -> timestampMillis = whole(name, value, Long.MAX_VALUE);
            case "solace-reply-to-destination" -> readReplyTo(name, value);
            case "reprise-publisher-id" -> readPublisherId(name, value);
            case "reprise-publisher-sequence" -> publisherSequence = whole(name, value, Long.MAX_VALUE);
            case "solace-eliding-eligible" -> {
                if (Boolean.TRUE.equals(flag(name, value))) {
                    notOffered(name, "false");
                }
            }
            case "solace-reply-wait-time-in-ms", "solace-client-name", "solace-client-description" ->
                notOffered(name, "requests without this header");
            default -> problems.refuse("header " + name, "unknown", "the headers of docs/http-messaging.md");
        }
    }

    private void readDeliveryMode(String name, String value) {
        switch (value.toLowerCase(Locale.ROOT)) {
            case "persistent" -> deliveryMode = DeliveryMode.PERSISTENT;
            case "non-persistent" -> deliveryMode = DeliveryMode.NON_PERSISTENT;
            case "direct" -> deliveryMode = DeliveryMode.DIRECT;
            default -> problems.refuse("header " + name, "'" + value + "'", "Persistent, Non-Persistent, Direct");
        }
    }

    private void readReplyTo(String name, String value) {
        if (value.startsWith("/TOPIC/")) {
            problems.check(() -> replyTo = TopicName.of(value.substring("/TOPIC/".length())));
        } else if (value.startsWith("/QUEUE/")) {
            problems.check(() -> replyTo = TopicName.queueTopic(value.substring("/QUEUE/".length())));
        } else {
            problems.refuse("header " + name, "'" + value + "'", "/TOPIC/ and a topic, or /QUEUE/ and a queue");
        }
    }

    private void readPublisherId(String name, String value) {
        if (value.isEmpty() || value.length() > 100) {
            problems.refuse("header " + name, value.length() + " characters", "1–100");
        } else {
            publisherId = value;
        }
    }

    private void requireWholeStamp() {
        if (publisherId != null && publisherSequence == null) {
            problems.add(
                    ErrorCode.MISSING_PARAMETER,
                    "header Reprise-Publisher-Sequence is missing or wrong; it goes with Reprise-Publisher-Id");
        } else if (publisherId == null && publisherSequence != null) {
            problems.add(
                    ErrorCode.MISSING_PARAMETER,
                    "header Reprise-Publisher-Id is missing or wrong; it goes with Reprise-Publisher-Sequence");
        }
    }

    /** A direct message is neither acknowledged nor deduplicated (spec 1.5). */
    private void requireAnswerForStamp() {
        if (publisherSequence != null && !deliveryMode.isGuaranteed()) {
            problems.refuse(
                    "header Reprise-Publisher-Sequence",
                    "with Solace-Delivery-Mode: Direct",
                    "with Persistent and Non-Persistent");
        }
    }

    private void notOffered(String header, String allowed) {
        problems.add(
                ErrorCode.NOT_SUPPORTED, "header " + header + " is not supported in this version; allowed: " + allowed);
    }

    private @Nullable Long whole(String name, String value, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as a number out of range is
        }
        problems.refuse("header " + name, "'" + value + "'", "0–" + max);
        return null;
    }

    private @Nullable Boolean flag(String name, String value) {
        if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
            return Boolean.valueOf(value);
        }
        problems.refuse("header " + name, "'" + value + "'", "true, false");
        return null;
    }
}
