package io.reprise.broker.it.crash;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;

/** A message of the load: who published it, its number there, and a body that can be told from a damaged one. */
record LoadMessage(String publisher, int number, String body, boolean lastResource) {

    /** Above 256 KB a body is uploaded in chunks before its entry is committed (LOG.md L4). */
    private static final int LARGE_BODY = 300_000;

    /** So often a message is written through the datasource that is a last resource, where those are wanted. */
    static final int LAST_RESOURCE_EVERY = 7;

    private static final String PUBLISHER = "publisher";
    private static final String NUMBER = "number";
    private static final String CHECKSUM = "checksum";
    private static final String LAST_RESOURCE = "lastResource";
    private static final String CRASH_POINT = "crashPoint";

    /** The next one: most bodies are small, one of 400 is large. */
    static LoadMessage next(String publisher, int number, Random random, boolean lastResources) {
        int length = random.nextInt(400) == 0 ? LARGE_BODY : random.nextInt(2_000);
        String body = Integer.toString(random.nextInt(), 36).repeat(1 + length / 6);
        return new LoadMessage(publisher, number, body, lastResources && number % LAST_RESOURCE_EVERY == 0);
    }

    TextMessage toMessage(JMSContext context) throws JMSException {
        TextMessage message = context.createTextMessage(body);
        message.setStringProperty(PUBLISHER, publisher);
        message.setIntProperty(NUMBER, number);
        message.setLongProperty(CHECKSUM, checksum(body));
        message.setBooleanProperty(LAST_RESOURCE, lastResource);
        return message;
    }

    static void askForCrash(Message message, CrashPoint.Moment moment) throws JMSException {
        message.setStringProperty(CRASH_POINT, moment.name());
    }

    static LoadMessage of(Message message) throws JMSException {
        String body = ((TextMessage) message).getText();
        if (message.getLongProperty(CHECKSUM) != checksum(body)) {
            throw new IllegalStateException("The body of " + message.getJMSMessageID() + " is damaged");
        }
        return new LoadMessage(
                message.getStringProperty(PUBLISHER),
                message.getIntProperty(NUMBER),
                body,
                message.getBooleanProperty(LAST_RESOURCE));
    }

    /** Where its transaction is to be cut; empty for most. */
    static String crashPoint(Message message) throws JMSException {
        return message.propertyExists(CRASH_POINT) ? message.getStringProperty(CRASH_POINT) : "";
    }

    /** Every third is sent on. */
    boolean isSentOn() {
        return number % 3 == 0;
    }

    private static long checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }
}
