package io.reprise.broker.web.live;

import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a client says over a WebSocket (spec 3.4). Immutable. */
sealed interface ClientFrame {

    /**
     * Wants a subject, or what a filter selects.
     *
     * @param subject as it was given
     * @param history how many of the newest; 0 for snapshots
     * @param position behind which to go on, or null
     * @param place the same in the numbering of the subject, or null
     */
    record Subscribe(
            String subject,
            TopicFilter filter,
            long history,
            Duration conflation,
            @Nullable ReplicationGroupMsgId position,
            @Nullable SubjectPosition place)
            implements ClientFrame {

        StreamStart start(long origin) {
            if (position != null) {
                return StreamStart.after(position, origin);
            }
            return place == null ? StreamStart.history(history) : StreamStart.after(place);
        }
    }

    /** Wants it no more. */
    record Unsubscribe(String subject) implements ClientFrame {}

    /**
     * Publishes.
     *
     * @param subject as it was given
     * @param closure null for the time of receipt
     */
    record Publish(
            String subject,
            TopicName topic,
            BodyKind kind,
            byte[] content,
            @Nullable String closure,
            boolean retained,
            boolean guaranteed)
            implements ClientFrame {

        String closureAt(long nowMillis) {
            return closure == null ? String.valueOf(nowMillis) : closure;
        }

        Message message(long nowMillis) {
            MessageBuilder builder = Message.to(topic)
                    .deliveryMode(guaranteed ? DeliveryMode.PERSISTENT : DeliveryMode.DIRECT)
                    .retained(retained)
                    .closure(closureAt(nowMillis))
                    .messageId("ID:" + UUID.randomUUID())
                    .senderTimestampMillis(nowMillis)
                    .body(kind, content);
            return builder.build();
        }
    }
}
