package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;

/**
 * Subjects and filters of subjects as these paths take them (spec 1.3): absolute, without an empty segment and without a slash at the
 * end. Stateless.
 */
final class SubjectText {
    private static final String ALLOWED =
            "a leading /, then segments of one character and more separated by single /, as in /Stocks/NYSE/IBM";

    private SubjectText() {}

    /**
     * A subject; {@code *}, {@code >} and {@code !} in it are literals.
     *
     * @throws BrokerException INVALID_TOPIC
     */
    static TopicName subject(String text) {
        requireAbsolute(text);
        return TopicName.of(text);
    }

    /**
     * A subject, or a filter that selects several.
     *
     * @throws BrokerException INVALID_TOPIC
     */
    static TopicFilter filter(String text) {
        requireAbsolute(text);
        return TopicFilter.ofDirectSubscriber(text);
    }

    /**
     * The filter that selects this subject and no other.
     *
     * @throws BrokerException INVALID_TOPIC if the subject's text, read as a filter, selects others
     */
    static TopicFilter filterOfOne(TopicName subject) {
        if (hasWildcard(subject.text())) {
            throw refused(
                    subject.text(), "has a wildcard", "one subject; filters are for /rest/subscribe and /rest/ws");
        }
        return TopicFilter.ofDirectSubscriber(subject.text());
    }

    private static boolean hasWildcard(String text) {
        return text.endsWith("/>") || text.endsWith("*") || text.contains("*/");
    }

    private static void requireAbsolute(String text) {
        if (!text.startsWith("/") || text.length() == 1) {
            throw refused(text, "is not absolute", ALLOWED);
        }
        if (text.endsWith("/") || text.contains("//")) {
            throw refused(text, "has an empty segment", ALLOWED);
        }
    }

    private static BrokerException refused(String text, String actual, String allowed) {
        return BrokerException.refused(ErrorCode.INVALID_TOPIC, "subject '" + text + "'", actual, allowed);
    }
}
