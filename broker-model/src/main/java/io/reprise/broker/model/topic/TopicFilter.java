package io.reprise.broker.model.topic;

import java.util.Objects;

/**
 * Selects topics, level by level (spec 1.3): {@code *} alone is exactly one level, {@code abc*} a level that starts with
 * {@code abc}, {@code >} alone as the last level one or more further levels; anywhere else these characters are literals. A
 * wildcard in level 1 never matches topics that start with {@code #P2P}; a level 1 that is {@code *} or {@code >} alone matches no
 * topic that starts with {@code $}.
 *
 * <p>On endpoints and replay logs a leading {@code !} makes an exception; how inclusions and exceptions combine is in
 * {@link FilterSet}. For direct subscribers {@code !} is a literal. Immutable; equal if text and role are.
 */
public final class TopicFilter implements Comparable<TopicFilter> {
    private final String text;
    private final boolean exception;

    private TopicFilter(String text, boolean exception) {
        this.text = text;
        this.exception = exception;
        TopicText.require("filter", pattern());
    }

    /**
     * A filter of an endpoint or a replay log, on which {@code !} makes an exception.
     *
     * @throws io.reprise.broker.model.error.BrokerException INVALID_TOPIC if what follows the {@code !} is no valid topic text
     */
    public static TopicFilter of(String text) {
        return new TopicFilter(text, text.startsWith("!"));
    }

    /** A filter of a direct subscriber, to whom {@code !} is a literal. */
    public static TopicFilter ofDirectSubscriber(String text) {
        return new TopicFilter(text, false);
    }

    /** As given, with the {@code !} of an exception. */
    public String text() {
        return text;
    }

    public boolean isException() {
        return exception;
    }

    /** What topics are held against: the text without the {@code !} of an exception. */
    public String pattern() {
        return exception ? text.substring(1) : text;
    }

    /**
     * Whether the pattern selects the topic; for an exception this means that the topic is excepted. Walks the text: right for a few
     * filters, and the oracle of the engine's trie.
     */
    public boolean matches(TopicName topic) {
        String[] filterLevels = pattern().split("/", -1);
        String[] topicLevels = topic.text().split("/", -1);
        return mayMatchFirstLevel(filterLevels, topic.text()) && levelsMatch(filterLevels, topicLevels);
    }

    private static boolean mayMatchFirstLevel(String[] filterLevels, String topic) {
        String first = filterLevels[0];
        boolean any = first.equals("*") || (first.equals(">") && filterLevels.length == 1);
        boolean wildcard = any || first.endsWith("*");
        return !(wildcard && topic.startsWith(TopicName.RESERVED_PREFIX)) && !(any && topic.startsWith("$"));
    }

    private static boolean levelsMatch(String[] filterLevels, String[] topicLevels) {
        int last = filterLevels.length - 1;
        boolean further = filterLevels[last].equals(">");
        if (further ? topicLevels.length <= last : topicLevels.length != filterLevels.length) {
            return false;
        }
        for (int level = 0; level < (further ? last : filterLevels.length); level++) {
            if (!levelMatches(filterLevels[level], topicLevels[level])) {
                return false;
            }
        }
        return true;
    }

    private static boolean levelMatches(String filterLevel, String topicLevel) {
        if (filterLevel.endsWith("*")) {
            return topicLevel.startsWith(filterLevel.substring(0, filterLevel.length() - 1));
        }
        return filterLevel.equals(topicLevel);
    }

    /** By text, which is also the order in which they are listed. */
    @Override
    public int compareTo(TopicFilter other) {
        int byText = text.compareTo(other.text);
        return byText != 0 ? byText : Boolean.compare(exception, other.exception);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopicFilter that && text.equals(that.text) && exception == that.exception;
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
