package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/** Reads what clients send (spec 3.4), strictly: what isn't known is refused. Stateless. */
final class ClientFrames {
    private static final Set<String> SUBSCRIBE =
            Set.of("type", "id", "subject", "history", "conflate", "epoch", "seq", "position");
    private static final Set<String> UNSUBSCRIBE = Set.of("type", "id", "subject");
    private static final Set<String> PUBLISH =
            Set.of("type", "id", "subject", "content", "encoding", "closure", "retained", "qos");
    private static final String TYPES = "subscribe, unsubscribe, publish";

    private ClientFrames() {}

    /** @throws BrokerException if it is refused, with everything that is wrong with it */
    static ClientFrame read(FrameFields fields) {
        String type = fields.requiredText("type");
        fields.problems().throwIfAny();
        return switch (type) {
            case "subscribe" -> subscribe(fields);
            case "unsubscribe" -> unsubscribe(fields);
            case "publish" -> publish(fields);
            default ->
                throw BrokerException.refused(ErrorCode.INVALID_PARAMETER, "field type", "'" + type + "'", TYPES);
        };
    }

    private static ClientFrame subscribe(FrameFields fields) {
        fields.requireKnown(SUBSCRIBE);
        String subject = fields.requiredText("subject", SubjectText::filter);
        long history = fields.number("history", Integer.MAX_VALUE).orElse(0L);
        long conflationMillis =
                fields.number("conflate", StreamQuery.MAX_CONFLATION_MILLIS).orElse(0L);
        Optional<String> position = fields.text("position");
        position.ifPresent(text -> fields.problems().check(() -> ReplicationGroupMsgId.parse(text)));
        Optional<SubjectPosition> place = place(fields);
        requireOneStart(fields);
        fields.problems().throwIfAny();
        return new ClientFrame.Subscribe(
                subject,
                SubjectText.filter(subject),
                history,
                Duration.ofMillis(conflationMillis),
                position.map(ReplicationGroupMsgId::parse).orElse(null),
                place.orElse(null));
    }

    private static Optional<SubjectPosition> place(FrameFields fields) {
        Optional<Long> epoch = fields.number("epoch", Long.MAX_VALUE);
        Optional<Long> seq = fields.number("seq", Long.MAX_VALUE);
        if (fields.has("epoch") != fields.has("seq")) {
            fields.problems()
                    .add(ErrorCode.MISSING_PARAMETER, "fields epoch and seq: one of them; allowed: both or neither");
        }
        return epoch.flatMap(e -> seq.map(s -> new SubjectPosition(e, s)));
    }

    private static void requireOneStart(FrameFields fields) {
        long starts = Set.of("history", "epoch", "position").stream()
                .filter(fields::has)
                .count();
        if (starts > 1) {
            fields.problems().refuse("fields history, epoch, position", starts + " of them", "one of them");
        }
    }

    private static ClientFrame unsubscribe(FrameFields fields) {
        fields.requireKnown(UNSUBSCRIBE);
        String subject = fields.requiredText("subject");
        fields.problems().throwIfAny();
        return new ClientFrame.Unsubscribe(subject);
    }

    private static ClientFrame publish(FrameFields fields) {
        fields.requireKnown(PUBLISH);
        String subject = fields.requiredText("subject", SubjectText::subject);
        boolean binary = !fields.isFirst("encoding", "text", "base64");
        String content = fields.requiredText("content", text -> bytes(text, binary));
        boolean retained = fields.flag("retained", false);
        boolean guaranteed = fields.isFirst("qos", "guaranteed", "standard");
        Optional<String> closure = fields.text("closure");
        fields.problems().throwIfAny();
        return new ClientFrame.Publish(
                subject,
                SubjectText.subject(subject),
                binary ? BodyKind.BYTES : BodyKind.TEXT,
                bytes(content, binary),
                closure.orElse(null),
                retained,
                guaranteed);
    }

    private static byte[] bytes(String content, boolean binary) {
        if (content.isEmpty()) {
            throw BrokerException.refused(ErrorCode.INVALID_PARAMETER, "field content", "empty", "1 byte and more");
        }
        try {
            return binary ? Base64.getDecoder().decode(content) : content.getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noBase64) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "field content", "is no Base64", "Base64, as encoding says");
        }
    }
}
