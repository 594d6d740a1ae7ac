package io.reprise.broker.model.topic;

/**
 * The topic of a message: 1–250 bytes of UTF-8 in at most 128 levels, without NUL; case-sensitive, empty levels are legal, wildcard
 * characters are literals (spec 1.2, 1.3). Or a queue's network topic, {@code #P2P/QUE/<queue>}, whose length follows from the queue
 * name's own limit. A name exists only if it is valid.
 */
public record TopicName(String text) implements Comparable<TopicName> {
    /** What the network topic of a queue starts with. */
    public static final String QUEUE_PREFIX = "#P2P/QUE/";

    /** First characters of the topics that are reserved for addressing one receiver. */
    public static final String RESERVED_PREFIX = "#P2P";

    private static final String TEMPORARY_PREFIX = "#P2P/TOP/";

    private static final int MAX_QUEUE_NAME_CHARACTERS = 200;

    public TopicName {
        if (text.startsWith(QUEUE_PREFIX)) {
            requireQueueName(text);
        } else {
            TopicText.require("topic", text);
        }
    }

    /** @throws io.reprise.broker.model.error.BrokerException INVALID_TOPIC */
    public static TopicName of(String text) {
        return new TopicName(text);
    }

    /** The network topic of a queue; whether such a queue exists is for the engine to say. */
    public static TopicName queueTopic(String queueName) {
        return new TopicName(QUEUE_PREFIX + queueName);
    }

    /** A topic that is one connection's: no wildcard in a first level matches it. */
    public static TopicName ofTemporary(String rest) {
        return new TopicName(TEMPORARY_PREFIX + rest);
    }

    /** Whether a topic of that name is temporary. */
    public static boolean isTemporary(String text) {
        return text.startsWith(TEMPORARY_PREFIX);
    }

    public boolean isQueueTopic() {
        return text.startsWith(QUEUE_PREFIX);
    }

    /**
     * The queue that this network topic addresses.
     *
     * @throws IllegalStateException if this is not a queue's network topic
     */
    public String queueName() {
        if (!isQueueTopic()) {
            throw new IllegalStateException("topic '" + text + "' addresses no queue");
        }
        return text.substring(QUEUE_PREFIX.length());
    }

    /** Length of the UTF-8 form, which quotas count. */
    public int utf8Length() {
        return TopicText.utf8Length("topic", text, 0);
    }

    @Override
    public int compareTo(TopicName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }

    private static void requireQueueName(String text) {
        int start = QUEUE_PREFIX.length();
        int characters = text.codePointCount(start, text.length());
        if (characters == 0 || characters > MAX_QUEUE_NAME_CHARACTERS) {
            throw TopicText.refused(
                    "queue topic", text, characters + " characters of queue name", "1–" + MAX_QUEUE_NAME_CHARACTERS);
        }
        TopicText.utf8Length("queue topic", text, start);
    }
}
