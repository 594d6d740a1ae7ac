package io.reprise.broker.ra.jms;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.ra.fake.MemoryDelivery;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import org.apache.qpid.jms.message.JmsTextMessage;

/**
 * What one message costs in the Jakarta Messaging face, in nanoseconds and bytes of heap, printed; the figures in docs/adr/0002. Run
 * it from the module's test class path.
 */
@SuppressWarnings("SystemOut")
public final class MessageCost {
    private static final int ROUND = 200_000;
    private static final String TEXT = "x".repeat(1024);
    private static long sink;

    private MessageCost() {}

    public static void main(String[] arguments) throws JMSException {
        MessageFactory factory = new MessageFactory(DeserializationAllowList.EVERYTHING);
        for (int round = 0; round < 8; round++) {
            measure(
                    "create text message, 3 properties, headers",
                    () -> sink += create(factory).hashCode());
            JmsTextMessage sent = create(factory);
            measure("the same and encode to the stored form", () -> sink += encode(create(factory)).length);
            byte[] stored = encode(sent);
            measure(
                    "decode, no Jakarta message",
                    () -> sink += MessageCodec.decode(stored).priority());
            measure("decode, message, copy, text, 3 properties", () -> sink += read(stored, true));
            measure("decode, message, text, 3 properties", () -> sink += read(stored, false));
        }
    }

    private static JmsTextMessage create(MessageFactory factory) throws JMSException {
        JmsTextMessage message = factory.createTextMessage(TEXT);
        message.setStringProperty("region", "north");
        message.setIntProperty("attempts", 3);
        message.setLongProperty("at", 1_700_000_000_000L);
        message.setJMSDestination(new RepriseQueue("orders"));
        message.setJMSTimestamp(1_700_000_000_000L);
        message.setJMSMessageID("ID:0b6a6e5c-2f0a-4a52-9a5e-0c9d5b8f7a11:1:1:1-1");
        message.onSend(0);
        return message;
    }

    private static byte[] encode(JmsTextMessage message) {
        return MessageCodec.encode((Message) message.getFacade().encodeMessage());
    }

    private static int read(byte[] stored, boolean copied) throws JMSException {
        MemoryDelivery delivery = MemoryDelivery.of(MessageCodec.decode(stored));
        TextMessage message = (TextMessage) InboundMessages.of(delivery, DeserializationAllowList.EVERYTHING);
        if (copied) {
            message = ((JmsTextMessage) message).copy();
        }
        return message.getText().length()
                + message.getStringProperty("region").length()
                + message.getIntProperty("attempts")
                + (int) message.getLongProperty("at");
    }

    private static void measure(String what, Step step) throws JMSException {
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        long start = System.nanoTime();
        for (int i = 0; i < ROUND; i++) {
            step.run();
        }
        long nanos = System.nanoTime() - start;
        bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytes;
        System.out.printf("%-45s %6d ns %6d bytes%n", what, nanos / ROUND, bytes / ROUND);
    }

    /** One unit of what is measured. */
    private interface Step {
        void run() throws JMSException;
    }
}
