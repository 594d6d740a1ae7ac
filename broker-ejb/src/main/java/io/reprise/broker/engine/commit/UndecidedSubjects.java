package io.reprise.broker.engine.commit;

import io.reprise.broker.model.message.Message;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Subjects with something in the intake that a direct message must not overtake [LOG.md L28]. Publishers' threads add before they put
 * something in, the committer removes when it is settled; a concurrent map guards it.
 */
final class UndecidedSubjects {
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    void add(List<EncodedMessage> messages) {
        for (EncodedMessage encoded : messages) {
            Message message = encoded.message();
            if (SubjectHeads.isSubject(message.topic().text())) {
                add(message.topic().text());
            }
        }
    }

    void remove(List<EncodedMessage> messages) {
        for (EncodedMessage encoded : messages) {
            Message message = encoded.message();
            if (SubjectHeads.isSubject(message.topic().text())) {
                remove(message.topic().text());
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
