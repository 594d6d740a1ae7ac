package io.reprise.broker.engine.change;

import io.reprise.broker.engine.change.ImportNotes.Subject;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.definition.AttributeChange;
import io.reprise.broker.model.definition.DefinitionNames;
import io.reprise.broker.model.definition.EndpointDefinition;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The endpoints' part of an import. Temporary endpoints are not its business, and the dead message queue is never deleted. */
final class EndpointImport {
    private final ConfigurationDraft draft;
    private final VpnDefinition wanted;
    private final ImportOptions options;
    private final ImportNotes notes;
    private final EndpointSteps steps;

    EndpointImport(ConfigurationDraft draft, VpnDefinition wanted, ImportOptions options, ImportNotes notes) {
        this.draft = draft;
        this.wanted = wanted;
        this.options = options;
        this.notes = notes;
        this.steps = new EndpointSteps(draft);
    }

    void run() {
        for (EndpointKind kind : EndpointKind.values()) {
            List<EndpointDefinition> ofKind = wanted.endpoints().stream()
                    .filter(endpoint -> endpoint.kind() == kind)
                    .toList();
            ofKind.forEach(this::bring);
            if (options.prune()) {
                Set<String> names = new HashSet<>();
                ofKind.forEach(endpoint -> names.add(endpoint.name()));
                draft.directory().page(kind, "", Integer.MAX_VALUE).stream()
                        .filter(endpoint -> !names.contains(endpoint.name()) && isPrunable(endpoint))
                        .forEach(this::delete);
            }
        }
    }

    private static boolean isPrunable(EndpointConfig endpoint) {
        return !endpoint.isTemporary() && !isDeadMessageQueue(endpoint);
    }

    private static boolean isDeadMessageQueue(EndpointConfig endpoint) {
        return endpoint.kind() == EndpointKind.QUEUE && endpoint.name().equals(DeadMessageQueues.DEFAULT);
    }

    private static Subject subject(EndpointKind kind, String name) {
        return new Subject(DefinitionNames.collection(kind), "", name, EndpointConfig.label(kind, name));
    }

    private void delete(EndpointConfig gone) {
        EndpointState on = draft.messages(gone);
        long messages = on == null ? 0 : on.messages() + on.reservedMessages();
        notes.note(subject(gone.kind(), gone.name()), PlannedAction.DELETE, List.of(), messages);
        if (messages > 0 && !options.pruneMessages()) {
            notes.problem(
                    ErrorCode.NOT_ALLOWED,
                    "deleting " + gone.label() + ": " + messages + " messages on it; allowed: none, or pruneMessages");
        }
        notes.attempt(() -> steps.delete(gone.kind(), gone.name(), -1));
    }

    private void bring(EndpointDefinition endpoint) {
        EndpointKind kind = endpoint.kind();
        EndpointConfig there = draft.endpoint(kind, endpoint.name());
        Subject subject = subject(kind, endpoint.name());
        if (there == null) {
            notes.note(subject, PlannedAction.CREATE);
            notes.attempt(() -> steps.create(kind, endpoint.name(), endpoint.settings(), endpoint.subscriptions()));
            noteSubscriptions(endpoint, new TreeSet<>(), false);
            return;
        }
        boolean untouched = isDeadMessageQueue(there) && there.settings().equals(DeadMessageQueues.defaultSettings());
        boolean otherTopic = hasOtherTopic(endpoint, there);
        notes.differing(subject, untouched, differences(endpoint, there, otherTopic), () -> {
            steps.change(kind, endpoint.name(), endpoint.settings(), -1);
            if (otherTopic) {
                resubscribe(endpoint, new TreeSet<>(endpoint.subscriptions()));
            }
        });
        if (!otherTopic) {
            subscriptions(endpoint, there);
        }
    }

    private static List<AttributeChange> differences(
            EndpointDefinition endpoint, EndpointConfig there, boolean otherTopic) {
        List<AttributeChange> differences = ImportNotes.differences(
                there.settings().values(), endpoint.settings().values());
        if (otherTopic) {
            differences.add(new AttributeChange(
                    DefinitionNames.SUBSCRIPTIONS,
                    there.subscriptions().get(0).text(),
                    endpoint.subscriptions().get(0).text()));
        }
        return differences;
    }

    /** A topic endpoint is its topic: another is a change of it, and no second subscription. */
    private static boolean hasOtherTopic(EndpointDefinition endpoint, EndpointConfig there) {
        return endpoint.kind() == EndpointKind.TOPIC_ENDPOINT
                && there.subscriptions().size() == 1
                && endpoint.subscriptions().size() == 1
                && !there.subscriptions().equals(endpoint.subscriptions());
    }

    private void subscriptions(EndpointDefinition endpoint, EndpointConfig there) {
        TreeSet<TopicFilter> before = new TreeSet<>(there.subscriptions());
        TreeSet<TopicFilter> after = noteSubscriptions(endpoint, before, options.prune());
        if (!after.equals(before)) {
            notes.attempt(() -> resubscribe(endpoint, after));
        }
    }

    private void resubscribe(EndpointDefinition endpoint, TreeSet<TopicFilter> filters) {
        EndpointConfig now = Objects.requireNonNull(draft.endpoint(endpoint.kind(), endpoint.name()));
        steps.resubscribe(now, filters);
    }

    private TreeSet<TopicFilter> noteSubscriptions(
            EndpointDefinition endpoint, TreeSet<TopicFilter> before, boolean prune) {
        return FilterImport.outcome(
                DefinitionNames.SUBSCRIPTIONS,
                EndpointConfig.label(endpoint.kind(), endpoint.name()),
                endpoint.name(),
                before,
                endpoint.subscriptions(),
                prune,
                notes);
    }
}
