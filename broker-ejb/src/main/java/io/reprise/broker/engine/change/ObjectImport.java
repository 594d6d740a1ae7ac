package io.reprise.broker.engine.change;

import io.reprise.broker.engine.change.ImportNotes.Subject;
import io.reprise.broker.engine.object.ObjectReferences;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.ObjectDefinition;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The named objects' part of an import, whatever kinds there are. What each VPN has for ever is never deleted. */
final class ObjectImport {
    private final ConfigurationDraft draft;
    private final VpnDefinition wanted;
    private final ImportOptions options;
    private final ImportNotes notes;
    private final ObjectSteps steps;

    ObjectImport(ConfigurationDraft draft, VpnDefinition wanted, ImportOptions options, ImportNotes notes) {
        this.draft = draft;
        this.wanted = wanted;
        this.options = options;
        this.notes = notes;
        this.steps = new ObjectSteps(draft);
    }

    /** In the order of names owners come before what belongs to them. */
    void run() {
        wanted.objects().forEach(this::bring);
        if (options.prune()) {
            Set<ObjectName> names = new HashSet<>();
            wanted.objects().forEach(object -> names.add(object.name()));
            superfluous(names).forEach(this::delete);
        }
    }

    private List<ObjectName> superfluous(Set<ObjectName> names) {
        List<ObjectName> superfluous = new ArrayList<>();
        for (ObjectKind kind : ObjectKind.values()) {
            for (ObjectView object : draft.directory().objects().of(kind)) {
                if (!names.contains(object.name()) && !ObjectReferences.isPermanent(object.name())) {
                    superfluous.add(object.name());
                }
            }
        }
        return superfluous;
    }

    private static Subject subject(ObjectName name) {
        return new Subject(name.kind().collection(), name.parent(), name.name(), name.label());
    }

    /** What belonged to an object that is deleted is gone with it already. */
    private void delete(ObjectName name) {
        notes.note(subject(name), PlannedAction.DELETE);
        if (draft.objects().find(name) != null) {
            notes.attempt(() -> steps.delete(name, -1));
        }
    }

    private void bring(ObjectDefinition object) {
        ObjectName name = object.name();
        ObjectView there = draft.objects().find(name);
        if (there == null) {
            notes.note(subject(name), PlannedAction.CREATE);
            notes.attempt(() -> steps.create(name, object.values()));
            return;
        }
        notes.differing(
                subject(name),
                isAsMade(there),
                ImportNotes.differences(there.values(), object.values()),
                () -> steps.change(name, object.values(), -1));
    }

    private boolean isAsMade(ObjectView object) {
        return ObjectReferences.permanent(draft.nowMillis()).stream()
                .anyMatch(made ->
                        made.name().equals(object.name()) && made.values().equals(object.values()));
    }
}
