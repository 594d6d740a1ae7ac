package io.reprise.broker.model.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
    @Provide
    Arbitrary<Message> messages() {
        return Messages.messages();
    }

    @Property(tries = 400)
    void decodesWhatItEncoded(@ForAll("messages") Message message) {
        Message decoded = MessageCodec.decode(MessageCodec.encode(message));

        assertThat(decoded).usingRecursiveComparison().isEqualTo(message);
        assertThat(decoded.properties().keySet())
                .containsExactlyElementsOf(message.properties().keySet());
    }

    @Property(tries = 60)
    void refusesEveryBeginningOfAMessage(@ForAll("messages") Message message) {
        byte[] whole = MessageCodec.encode(message);

        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> MessageCodec.decode(part)).isInstanceOf(MalformedWireException.class);
        }
    }

    @Property(tries = 100)
    void refusesWhatStandsBehindAMessage(@ForAll("messages") Message message) {
        byte[] whole = MessageCodec.encode(message);

        assertThatThrownBy(() -> MessageCodec.decode(Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(MalformedWireException.class);
    }

    /** Its checksum lies beside it, in the entry's directory: here a changed bit may give another message, and nothing else. */
    @Property(tries = 60)
    void damageIsAMessageOrIsRefusedAsMalformed(@ForAll("messages") Message message) {
        byte[] bytes = MessageCodec.encode(message);

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                MessageCodec.decode(bytes);
            } catch (MalformedWireException expected) {
                assertThat(expected).hasMessageMatching("(?s).+");
            }
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Property
    void randomBytesAreRefusedAsMalformed(@ForAll byte[] bytes) {
        byte[] versioned = bytes.clone();
        if (versioned.length > 0) {
            versioned[0] = 1;
        }
        try {
            MessageCodec.decode(versioned);
        } catch (MalformedWireException expected) {
            assertThat(expected).hasMessageMatching("(?s).+");
        }
    }

    @Property
    void refusesAnotherVersion(@ForAll @IntRange(max = 255) int version) {
        byte[] bytes = MessageCodec.encode(Message.to(TopicName.of("a")).build());
        if (version == bytes[0]) {
            return;
        }
        bytes[0] = (byte) version;

        assertThatThrownBy(() -> MessageCodec.decode(bytes))
                .isInstanceOf(MalformedWireException.class)
                .hasMessageContaining("format " + version);
    }

    @Test
    void refusesAFieldOfANewerBroker() {
        byte[] bytes = MessageCodec.encode(Message.to(TopicName.of("a"))
                .publisher(new PublisherStamp("p", 1))
                .build());
        bytes[2] |= 1 << 3; // the flags' second byte: bit 10 is the first that has no meaning yet

        assertThatThrownBy(() -> MessageCodec.decode(bytes))
                .isInstanceOf(MalformedWireException.class)
                .hasMessageContaining("flags");
    }

    @Test
    void refusesTextThatHasNoUtf8FormInsteadOfChangingIt() {
        Message property =
                Message.to(TopicName.of("a")).property("half", "x\uD800y").build();

        assertThatThrownBy(() -> MessageCodec.encode(property))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
        assertThatThrownBy(() -> Message.to(TopicName.of("a")).text("\uDC00"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER));
    }

    /** These bytes lie in databases: whatever becomes of the format, they must be read for ever. */
    @Test
    void readsWhatFormat1Wrote() throws IOException {
        Message message = goldenMessage();

        assertThat(MessageCodec.decode(golden())).usingRecursiveComparison().isEqualTo(message);
        assertThat(MessageCodec.encode(message)).isEqualTo(golden());
    }

    private static Message goldenMessage() {
        return Message.to(TopicName.of("quakes/ci/earthquake/strong"))
                .deliveryMode(DeliveryMode.PERSISTENT)
                .priority(7)
                .ttlMillis(60_000)
                .dmqEligible(true)
                .retained(true)
                .messageId("ID:1")
                .senderTimestampMillis(1_700_000_000_123L)
                .correlationId("c-1")
                .replyTo(TopicName.queueTopic("answers"))
                .type("quake")
                .contentType("application/json")
                .closure("5000")
                .publisher(new PublisherStamp("sensor-ü", Long.MAX_VALUE))
                .property("flag", true)
                .property("byte", (byte) -1)
                .property("short", (short) -300)
                .property("int", -70_000)
                .property("long", Long.MIN_VALUE)
                .property("float", 1.5f)
                .property("double", -2.25)
                .property("text", "€\uD83D\uDE00")
                .text("{\"mag\": 5.1}")
                .build();
    }

    private static byte[] golden() throws IOException {
        try (InputStream hex = MessageCodecTest.class.getResourceAsStream("message-format-1.hex")) {
            String text = new String(Objects.requireNonNull(hex).readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
        }
    }
}
