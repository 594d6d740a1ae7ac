package io.reprise.broker.engine.change;

import io.reprise.broker.engine.change.ImportNotes.Subject;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.model.definition.DefinitionNames;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.ReplayLogDefinition;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.List;
import java.util.TreeSet;

/** The replay log's part of an import. The committer's thread. */
final class ReplayLogImport {
    private final ConfigurationDraft draft;
    private final VpnDefinition wanted;
    private final ImportOptions options;
    private final ImportNotes notes;
    private final ReplayLogSteps steps;

    ReplayLogImport(ConfigurationDraft draft, VpnDefinition wanted, ImportOptions options, ImportNotes notes) {
        this.draft = draft;
        this.wanted = wanted;
        this.options = options;
        this.notes = notes;
        this.steps = new ReplayLogSteps(draft);
    }

    /** A log that goes makes room for the one that comes. */
    void run() {
        ReplayLogConfig there = draft.replayLog();
        boolean isWanted = there != null
                && wanted.replayLogs().stream().anyMatch(log -> log.name().equals(there.name()));
        if (there != null && !isWanted && options.prune()) {
            delete(there);
        }
        wanted.replayLogs().forEach(this::bring);
    }

    private static Subject subject(String name) {
        return new Subject(DefinitionNames.REPLAY_LOGS, "", name, ReplayLogConfig.label(name));
    }

    private void delete(ReplayLogConfig gone) {
        long messages = draft.state().log().messages();
        notes.note(subject(gone.name()), PlannedAction.DELETE, List.of(), messages);
        if (messages > 0 && !options.pruneMessages()) {
            notes.problem(
                    ErrorCode.NOT_ALLOWED,
                    "deleting " + gone.label() + ": " + messages + " messages in it; allowed: none, or pruneMessages");
        }
        notes.attempt(() -> steps.delete(gone.name(), -1));
    }

    private void bring(ReplayLogDefinition log) {
        ReplayLogConfig there = draft.replayLog();
        if (there == null || !there.name().equals(log.name())) {
            notes.note(subject(log.name()), PlannedAction.CREATE);
            notes.attempt(() -> {
                steps.create(log.name(), log.settings());
                filters(log);
            });
            return;
        }
        notes.differing(
                subject(log.name()),
                false,
                ImportNotes.differences(
                        there.settings().values(), log.settings().values()),
                () -> steps.change(log.name(), log.settings(), -1));
        filters(log);
    }

    private void filters(ReplayLogDefinition log) {
        ReplayLogConfig there = draft.replayLog();
        if (there == null || !there.name().equals(log.name())) {
            return;
        }
        TreeSet<TopicFilter> before = new TreeSet<>(there.filters().filters());
        TreeSet<TopicFilter> after = FilterImport.outcome(
                DefinitionNames.TOPIC_FILTERS,
                there.label(),
                log.name(),
                before,
                log.filters(),
                options.prune(),
                notes);
        if (!after.equals(before)) {
            steps.refilter(there, after);
        }
    }
}
