package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.DeliveryMode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.ra.fake.MemoryDelivery;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.qpid.jms.message.JmsMessage;
import org.junit.jupiter.api.Test;

/** Messages through the stored form and back: nothing is lost, nothing leaks. */
final class ConversionTest {
    private final MessageFactory factory = new MessageFactory(DeserializationAllowList.EVERYTHING);

    private static Message store(jakarta.jms.Message message) throws JMSException {
        JmsMessage outbound = (JmsMessage) message;
        if (outbound.getJMSDestination() == null) {
            outbound.setJMSDestination(new RepriseQueue("q"));
        }
        outbound.onSend(0);
        Message stored = MessageCodec.decode(
                MessageCodec.encode((Message) outbound.getFacade().encodeMessage()));
        outbound.onSendComplete();
        return stored;
    }

    private static jakarta.jms.Message receive(Message stored) {
        return InboundMessages.of(MemoryDelivery.of(stored), DeserializationAllowList.EVERYTHING);
    }

    private static jakarta.jms.Message roundTrip(jakarta.jms.Message message) throws JMSException {
        return receive(store(message));
    }

    @Property(tries = 200)
    void textsComeBack(@ForAll String text) throws JMSException {
        String valid = new String(
                text.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(((TextMessage) roundTrip(factory.createTextMessage(valid))).getText())
                .isEqualTo(valid);
    }

    @Test
    void noTextIsNotAnEmptyText() throws JMSException {
        assertThat(((TextMessage) roundTrip(factory.createTextMessage())).getText())
                .isNull();
        assertThat(((TextMessage) roundTrip(factory.createTextMessage(""))).getText())
                .isEmpty();
    }

    @Property(tries = 100)
    void bytesComeBack(@ForAll byte[] bytes) throws JMSException {
        BytesMessage message = factory.createBytesMessage();
        message.writeBytes(bytes);

        BytesMessage received = (BytesMessage) roundTrip(message);

        byte[] read = new byte[(int) received.getBodyLength()];
        if (read.length > 0) {
            received.readBytes(read);
        }
        assertThat(read).isEqualTo(bytes);
    }

    @Property(tries = 200)
    void mapsComeBackWithTheirTypes(@ForAll("maps") Map<String, Object> entries) throws JMSException {
        MapMessage message = factory.createMapMessage();
        for (var entry : entries.entrySet()) {
            message.setObject(entry.getKey(), entry.getValue());
        }

        MapMessage received = (MapMessage) roundTrip(message);

        Map<String, Object> read = new HashMap<>();
        for (Object name : Collections.list(received.getMapNames())) {
            read.put((String) name, received.getObject((String) name));
        }
        assertThat(read).usingRecursiveComparison().isEqualTo(entries);
    }

    @Property(tries = 200)
    void streamsComeBackInOrderWithTheirTypes(@ForAll("streams") List<Object> items) throws JMSException {
        StreamMessage message = factory.createStreamMessage();
        for (Object item : items) {
            message.writeObject(item);
        }

        StreamMessage received = (StreamMessage) roundTrip(message);

        List<Object> read = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            read.add(received.readObject());
        }
        assertThat(read).usingRecursiveComparison().isEqualTo(items);
        assertThatThrownBy(received::readObject).isInstanceOf(jakarta.jms.MessageEOFException.class);
    }

    @Property(tries = 200)
    void propertiesComeBackWithTheirTypes(@ForAll("properties") Map<String, Object> properties) throws JMSException {
        jakarta.jms.Message message = factory.createMessage();
        for (var property : properties.entrySet()) {
            message.setObjectProperty(property.getKey(), property.getValue());
        }

        jakarta.jms.Message received = roundTrip(message);

        for (var property : properties.entrySet()) {
            assertThat(received.getObjectProperty(property.getKey())).isEqualTo(property.getValue());
        }
        assertThat(Collections.list(received.getPropertyNames()).stream()
                        .map(String.class::cast)
                        .toList())
                .containsAll(properties.keySet());
    }

    @Provide
    Arbitrary<Map<String, Object>> maps() {
        return Arbitraries.maps(names(), values().injectNull(0.1)).ofMaxSize(8);
    }

    @Provide
    Arbitrary<List<Object>> streams() {
        return values().injectNull(0.1).list().ofMaxSize(12);
    }

    @Provide
    Arbitrary<Map<String, Object>> properties() {
        return Arbitraries.maps(names(), scalars()).ofMaxSize(8);
    }

    private static Arbitrary<String> names() {
        return Arbitraries.strings().withCharRange('a', 'w').ofMinLength(1).ofMaxLength(8);
    }

    private static Arbitrary<Object> scalars() {
        return Arbitraries.oneOf(
                Arbitraries.of(true, false),
                Arbitraries.bytes(),
                Arbitraries.shorts(),
                Arbitraries.integers(),
                Arbitraries.longs(),
                Arbitraries.floats(),
                Arbitraries.doubles(),
                Arbitraries.strings().ascii());
    }

    private static Arbitrary<Object> values() {
        return Arbitraries.oneOf(
                scalars(),
                Arbitraries.chars().range(' ', '~'),
                Arbitraries.bytes().array(byte[].class));
    }

    @Test
    void objectsComeBackWhenAskedFor() throws JMSException {
        ObjectMessage message = factory.createObjectMessage(new ArrayList<>(List.of("a", 1)));

        assertThat(((ObjectMessage) roundTrip(message)).getObject()).isEqualTo(List.of("a", 1));
        assertThat(((ObjectMessage) roundTrip(factory.createObjectMessage())).getObject())
                .isNull();
    }

    @Test
    void objectsOutsideTheAllowListStayAsleep() throws JMSException {
        Message stored = store(factory.createObjectMessage(new BigDecimal("1.5")));
        var allowed = DeserializationAllowList.parse("java.math");
        var others = DeserializationAllowList.parse("java.util, io.example.Order");

        assertThat(((ObjectMessage) InboundMessages.of(MemoryDelivery.of(stored), allowed)).getObject())
                .isEqualTo(new BigDecimal("1.5"));
        ObjectMessage refused = (ObjectMessage) InboundMessages.of(MemoryDelivery.of(stored), others);
        assertThatThrownBy(refused::getObject).isInstanceOf(MessageFormatException.class);
    }

    @Test
    void allowListNamesClassesAndPackages() {
        var list = DeserializationAllowList.parse("java.util,java.math.BigDecimal");

        assertThat(list.allows(java.util.concurrent.TimeUnit.class)).isTrue();
        assertThat(list.allows(BigDecimal[].class)).isTrue();
        assertThat(list.allows(int[].class)).isTrue();
        assertThat(list.allows(String.class)).isTrue();
        assertThat(list.allows(java.math.BigInteger.class)).isFalse();
        assertThat(DeserializationAllowList.parse("").allows(java.util.ArrayList.class))
                .isFalse();
        assertThat(DeserializationAllowList.parse(" * ").allows(java.math.BigInteger.class))
                .isTrue();
        assertThat(DeserializationAllowList.parse("java.uti").allows(java.util.ArrayList.class))
                .isFalse();
    }

    @Test
    void objectIsSerialisedWhenItIsSet() throws JMSException {
        ArrayList<String> list = new ArrayList<>(List.of("a"));
        ObjectMessage message = factory.createObjectMessage(list);
        list.add("b");

        assertThat(((ObjectMessage) roundTrip(message)).getObject()).isEqualTo(List.of("a"));
    }

    @Test
    void everyHeaderComesBack() throws JMSException {
        TextMessage message = factory.createTextMessage("a");
        message.setJMSDestination(new RepriseQueue("orders"));
        message.setJMSReplyTo(new RepriseTopic("answers/1"));
        message.setJMSCorrelationID("c-1");
        message.setJMSType("order");
        message.setJMSMessageID("ID:7");
        message.setJMSTimestamp(5_000);
        message.setJMSPriority(7);
        message.setJMSDeliveryMode(jakarta.jms.DeliveryMode.NON_PERSISTENT);
        message.setStringProperty("JMSXGroupID", "g");
        message.setIntProperty("JMSXGroupSeq", 3);
        ((JmsMessage) message).getFacade().setDeliveryTime(5_500, true);
        ((JmsMessage) message).onSend(2_000);
        Message stored = (Message) ((JmsMessage) message).getFacade().encodeMessage();

        var received =
                InboundMessages.of(new MemoryDelivery(stored, 9, 5_100, 7_100, 3), DeserializationAllowList.EVERYTHING);

        assertThat(received.getJMSDestination()).isEqualTo(new RepriseQueue("orders"));
        assertThat(received.getJMSReplyTo()).isEqualTo(new RepriseTopic("answers/1"));
        assertThat(received.getJMSCorrelationID()).isEqualTo("c-1");
        assertThat(received.getJMSType()).isEqualTo("order");
        assertThat(received.getJMSMessageID()).isEqualTo("ID:7");
        assertThat(received.getJMSTimestamp()).isEqualTo(5_000);
        assertThat(received.getJMSDeliveryTime()).isEqualTo(5_500);
        assertThat(received.getJMSPriority()).isEqualTo(7);
        assertThat(received.getJMSExpiration()).isEqualTo(7_000);
        assertThat(received.getJMSDeliveryMode()).isEqualTo(jakarta.jms.DeliveryMode.NON_PERSISTENT);
        assertThat(received.getJMSRedelivered()).isTrue();
        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("g");
        assertThat(received.getIntProperty("JMSXGroupSeq")).isEqualTo(3);
        assertThat(received.getStringProperty("JMS_Reprise_ReplicationGroupMsgId"))
                .isEqualTo("rmid1:01234-56789abcdef-00000000-00000009");
    }

    @Test
    void expirationIsTheEndpointsWhereThatIsNearer() throws JMSException {
        Message hour = Message.to(TopicName.queueTopic("q"))
                .senderTimestampMillis(1_000)
                .ttlMillis(3_600_000)
                .build();
        Message forever = Message.to(TopicName.queueTopic("q")).build();

        assertThat(expiration(hour, 61_000)).isEqualTo(61_000);
        assertThat(expiration(hour, 0)).isEqualTo(3_601_000);
        assertThat(expiration(forever, 61_000)).isEqualTo(61_000);
        assertThat(expiration(forever, 0)).isZero();
    }

    private static long expiration(Message stored, long onEndpointMillis) throws JMSException {
        return InboundMessages.of(
                        new MemoryDelivery(stored, 1, 1_000, onEndpointMillis, 1), DeserializationAllowList.EVERYTHING)
                .getJMSExpiration();
    }

    @Test
    void correlationIdIsReadEitherWay() throws JMSException {
        TextMessage message = factory.createTextMessage("a");
        message.setJMSCorrelationIDAsBytes(new byte[] {0, -1, 7});
        assertThat(roundTrip(message).getJMSCorrelationIDAsBytes()).containsExactly(0, -1, 7);
        assertThat(roundTrip(message).getJMSCorrelationID()).startsWith("ID:");

        message.setJMSCorrelationID("é");

        assertThat(roundTrip(message).getJMSCorrelationIDAsBytes()).containsExactly(0xC3, 0xA9);
    }

    @Test
    void whatTheBrokerKnowsIsReadableAsProperties() throws JMSException {
        Message stored = Message.to(TopicName.of("t"))
                .deliveryMode(DeliveryMode.DIRECT)
                .retained(true)
                .closure("1700000000000")
                .contentType("application/json")
                .dmqEligible(false)
                .publisher(new PublisherStamp("gauge-7", 42))
                .text("{}")
                .build();

        var received = receive(stored);

        assertThat(received.getStringProperty("JMS_Reprise_DeliveryMode"))
                .as("promoted")
                .isEqualTo("NON_PERSISTENT");
        assertThat(received.getBooleanProperty("JMS_Reprise_Retained")).isTrue();
        assertThat(received.getStringProperty("JMS_Reprise_Closure")).isEqualTo("1700000000000");
        assertThat(received.getStringProperty("JMS_Reprise_ContentType")).isEqualTo("application/json");
        assertThat(received.getBooleanProperty("JMS_TIBCO_PRESERVE_UNDELIVERED"))
                .isFalse();
        assertThat(received.propertyExists("JMS_TIBCO_PRESERVE_UNDELIVERED")).isTrue();
        assertThat(received.getStringProperty("JMS_Reprise_PublisherId")).isEqualTo("gauge-7");
        assertThat(received.getLongProperty("JMS_Reprise_PublisherSequence")).isEqualTo(42);
        assertThat(Collections.list(received.getPropertyNames()).stream()
                        .map(String.class::cast)
                        .toList())
                .contains("JMS_Reprise_Retained")
                .doesNotContain("JMS_Reprise_PublisherId", "JMS_Reprise_PublisherSequence");
    }

    @Test
    void receivedMessagesAreReadOnlyUntilCleared() throws JMSException {
        TextMessage received = (TextMessage) roundTrip(factory.createTextMessage("a"));

        assertThatThrownBy(() -> received.setText("b")).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> received.setStringProperty("p", "x")).isInstanceOf(MessageNotWriteableException.class);
        received.clearBody();
        received.clearProperties();
        received.setText("b");
        received.setStringProperty("p", "x");
    }

    @Test
    void changesOfAConsumerNeverReachTheStoredMessage() throws JMSException {
        Map<String, Object> properties = new java.util.LinkedHashMap<>(Map.of("p", "stored"));
        Message stored = Message.to(TopicName.queueTopic("q"))
                .properties(properties)
                .bytes(new byte[] {1, 2, 3})
                .build();
        BytesMessage received = (BytesMessage) receive(stored);
        BytesMessage copy = (BytesMessage) ((JmsMessage) received).copy();

        for (BytesMessage message : List.of(received, copy)) {
            byte[] read = new byte[3];
            message.readBytes(read);
            read[0] = 99;
            byte[] body = message.getBody(byte[].class);
            body[1] = 99;
            message.clearProperties();
            message.setStringProperty("p", "mine");
            message.clearBody();
            message.writeByte((byte) 5);
        }

        assertThat(stored.body()).containsExactly(1, 2, 3);
        assertThat(stored.properties()).containsExactly(Map.entry("p", "stored"));
    }

    @Test
    void bytesInMapsAreCopies() throws JMSException {
        MapMessage message = factory.createMapMessage();
        byte[] given = {1};
        message.setObject("b", given);
        given[0] = 9;
        MapMessage received = (MapMessage) roundTrip(message);
        ((byte[]) received.getObject("b"))[0] = 9;

        assertThat(received.getBytes("b")).containsExactly(1);
    }

    @Test
    void kindsOfBodyAreKept() throws JMSException {
        assertThat(store(factory.createMessage()).bodyKind()).isEqualTo(BodyKind.NONE);
        assertThat(roundTrip(factory.createMessage()))
                .isNotInstanceOfAny(TextMessage.class, BytesMessage.class, MapMessage.class, StreamMessage.class);
        assertThat(roundTrip(factory.createMapMessage())).isInstanceOf(MapMessage.class);
    }

    @Test
    void charactersAreNoProperties() {
        assertThatThrownBy(() -> factory.createMessage().setObjectProperty("c", 'x'))
                .isInstanceOf(MessageFormatException.class);
    }
}
