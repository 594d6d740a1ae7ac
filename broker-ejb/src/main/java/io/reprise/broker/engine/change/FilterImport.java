package io.reprise.broker.engine.change;

import io.reprise.broker.engine.change.ImportNotes.Subject;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.TreeSet;

/** What an import does to the subscriptions of an endpoint or the filters of a replay log. Stateless. */
final class FilterImport {
    private FilterImport() {}

    /** Those there will be; what happens to each is noted. */
    static TreeSet<TopicFilter> outcome(
            String collection,
            String ownerLabel,
            String owner,
            TreeSet<TopicFilter> before,
            List<TopicFilter> wanted,
            boolean prune,
            ImportNotes notes) {
        TreeSet<TopicFilter> after = new TreeSet<>(before);
        for (TopicFilter filter : wanted) {
            boolean isNew = after.add(filter);
            notes.note(
                    subject(collection, ownerLabel, owner, filter),
                    isNew ? PlannedAction.CREATE : PlannedAction.UNCHANGED);
        }
        if (prune) {
            TreeSet<TopicFilter> gone = new TreeSet<>(before);
            wanted.forEach(gone::remove);
            gone.forEach(filter -> notes.note(subject(collection, ownerLabel, owner, filter), PlannedAction.DELETE));
            after.removeAll(gone);
        }
        return after;
    }

    private static Subject subject(String collection, String ownerLabel, String owner, TopicFilter filter) {
        return new Subject(collection, owner, filter.text(), "'" + filter.text() + "' of " + ownerLabel);
    }
}
