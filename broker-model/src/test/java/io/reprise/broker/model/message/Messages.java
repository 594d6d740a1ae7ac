package io.reprise.broker.model.message;

import io.reprise.broker.model.topic.TopicName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.StringArbitrary;

/** Arbitrary messages, as publishers may make them. */
final class Messages {
    private Messages() {}

    /** Text of all Unicode but surrogates alone. */
    static StringArbitrary texts() {
        return Arbitraries.strings().excludeChars(surrogates());
    }

    private static char[] surrogates() {
        char[] all = new char[0x800];
        for (int i = 0; i < all.length; i++) {
            all[i] = (char) (0xD800 + i);
        }
        return all;
    }

    static Arbitrary<byte[]> bytes() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
    }

    /** Values a property may have. */
    static Arbitrary<Object> propertyValues() {
        return Arbitraries.oneOf(List.of(
                Arbitraries.of(true, false).asGeneric(),
                Arbitraries.bytes().asGeneric(),
                Arbitraries.shorts().asGeneric(),
                Arbitraries.integers().asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.floats().asGeneric(),
                Arbitraries.doubles().asGeneric(),
                texts().ofMaxLength(40).asGeneric(),
                Arbitraries.of("", "\uD83D\uDE00", "ü/€").asGeneric()));
    }

    /** Values an entry of a map or stream message may have. */
    static Arbitrary<Object> bodyValues() {
        return Arbitraries.oneOf(
                List.of(propertyValues(), Arbitraries.chars().all().asGeneric(), bytes().asGeneric()));
    }

    static Arbitrary<Map<String, Object>> properties() {
        return Arbitraries.maps(texts().ofMinLength(1).ofMaxLength(20), propertyValues())
                .ofMaxSize(6)
                .map(LinkedHashMap::new);
    }

    static Arbitrary<TopicName> topics() {
        Arbitrary<String> plain = Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars("/ü€ *>!")
                .ofMinLength(1)
                .ofMaxLength(60);
        Arbitrary<String> queues = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(200);
        return Arbitraries.oneOf(plain.map(TopicName::of), queues.map(TopicName::queueTopic));
    }

    private static Arbitrary<String> optionalTexts() {
        return texts().ofMaxLength(30).injectNull(0.4);
    }

    private static Arbitrary<PublisherStamp> publishers() {
        return Combinators.combine(
                        texts().ofMinLength(1).ofMaxLength(100),
                        Arbitraries.longs().greaterOrEqual(0).edgeCases(edges -> edges.add(Long.MAX_VALUE)))
                .as(PublisherStamp::new);
    }

    static Arbitrary<Message> messages() {
        Arbitrary<MessageBuilder> header = Combinators.combine(
                        topics(),
                        Arbitraries.of(DeliveryMode.class),
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.longs().greaterOrEqual(0),
                        Arbitraries.longs().greaterOrEqual(0),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as((topic, mode, priority, ttl, timestamp, eligible, retained) -> Message.to(topic)
                        .deliveryMode(mode)
                        .priority(priority)
                        .ttlMillis(ttl)
                        .senderTimestampMillis(timestamp)
                        .deliveryTimeMillis(retained ? 0 : ttl / 2)
                        .dmqEligible(eligible)
                        .retained(retained));
        return Combinators.combine(
                        header,
                        optionalTexts().list().ofSize(5),
                        topics().injectNull(0.5),
                        publishers().injectNull(0.5),
                        properties(),
                        Arbitraries.of(BodyKind.class),
                        bytes())
                .as((builder, texts, replyTo, publisher, properties, kind, body) -> builder.messageId(texts.get(0))
                        .correlationId(texts.get(1))
                        .type(texts.get(2))
                        .contentType(texts.get(3))
                        .closure(texts.get(4))
                        .replyTo(replyTo)
                        .publisher(publisher)
                        .properties(properties)
                        .body(kind, body)
                        .build());
    }
}
