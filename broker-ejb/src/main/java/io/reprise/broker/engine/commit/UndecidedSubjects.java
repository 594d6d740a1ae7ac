package io.reprise.broker.engine.commit;

import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * Subjects with something in the intake that a direct message must not overtake [LOG.md L28]. Publishers' threads add before they put
 * something in, the committer removes when it is settled; a concurrent map guards it.
 */
final class UndecidedSubjects {
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    void add(List<EncodedMessage> messages) {
        forEachSubject(messages, this::add);
    }

    void remove(List<EncodedMessage> messages) {
        forEachSubject(messages, this::remove);
    }

    private static void forEachSubject(List<EncodedMessage> messages, Consumer<String> each) {
        for (EncodedMessage encoded : messages) {
            TopicName topic = encoded.message().topic();
            if (!topic.isQueueTopic()) {
                each.accept(topic.text());
            }
        }
    }

    void add(String subject) {
        counts.merge(subject, 1, Integer::sum);
    }

    void remove(String subject) {
        counts.computeIfPresent(subject, (same, count) -> count == 1 ? null : count - 1);
    }

    boolean contains(String subject) {
        return counts.containsKey(subject);
    }
}
