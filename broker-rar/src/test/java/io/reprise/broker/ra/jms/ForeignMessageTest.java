package io.reprise.broker.ra.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages and destinations of other providers are converted when they are sent [JMS 3.1 §3.12]. */
final class ForeignMessageTest extends ClientFixture {
    /** What was set on a foreign message; its getters answer from it. */
    private final Map<String, Object> fields = new HashMap<>();

    private TextMessage foreign(String text) {
        fields.put("Text", text);
        fields.put("StringProperty:region", "north");
        return (TextMessage)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {TextMessage.class}, this::answer);
    }

    private Object answer(Object proxy, Method method, Object[] arguments) {
        String name = method.getName();
        if (name.startsWith("set")) {
            return fields.put(name.substring(3), arguments[0]);
        }
        return switch (name) {
            case "getPropertyNames" -> Collections.enumeration(List.of("region"));
            case "getObjectProperty", "getStringProperty" -> fields.get("StringProperty:" + arguments[0]);
            case "getText" -> fields.get("Text");
            default -> fields.getOrDefault(name.substring(3), nothing(method.getReturnType()));
        };
    }

    private static Object nothing(Class<?> type) {
        if (type == int.class) {
            return 0;
        }
        if (type == long.class) {
            return 0L;
        }
        return type == boolean.class ? false : null;
    }

    @Test
    void foreignMessageArrivesAsOneOfOurs() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Message foreign = foreign("a");
        foreign.setJMSCorrelationID("c-1");

        session.createProducer(orders).send(foreign);

        TextMessage received = (TextMessage) session.createConsumer(orders).receive(LONG);
        assertThat(received.getText()).isEqualTo("a");
        assertThat(received.getStringProperty("region")).isEqualTo("north");
        assertThat(received.getJMSCorrelationID()).isEqualTo("c-1");
        assertThat(fields).containsEntry("JMSMessageID", received.getJMSMessageID());
    }

    @Test
    void foreignQueueIsTheQueueOfItsName() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Queue foreign = () -> "orders";

        session.createProducer(foreign).send(session.createTextMessage("a"));

        assertThat(receive(session.createConsumer(foreign))).isEqualTo("a");
    }
}
