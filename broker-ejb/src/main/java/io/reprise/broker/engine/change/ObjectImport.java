package io.reprise.broker.engine.change;

import io.reprise.broker.engine.change.ImportNotes.Subject;
import io.reprise.broker.engine.object.ObjectReferences;
import io.reprise.broker.model.definition.AttributeChange;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.ObjectDefinition;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.AttributeValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The named objects' part of an import, whatever kinds there are. What each VPN has for ever is never deleted. */
final class ObjectImport {
    private static final String NOT_SHOWN = "(not shown)";

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
        AttributeValues target = keepingSecrets(object.values(), there.values());
        notes.differing(
                subject(name),
                isAsMade(there),
                differences(there.values(), target),
                () -> steps.change(name, target, -1));
    }

    /** Secrets that the document does not give stay as they are: no export has them. */
    private static AttributeValues keepingSecrets(AttributeValues wanted, AttributeValues there) {
        Map<String, Object> given = wanted.toStoredMap();
        Map<String, Object> stored = there.toStoredMap();
        given.replaceAll((name, value) -> isHidden(there, name) && value.equals("") ? stored.get(name) : value);
        return there.with(given);
    }

    private static boolean isHidden(AttributeValues values, String name) {
        return !values.toMap().containsKey(name);
    }

    private static List<AttributeChange> differences(AttributeValues there, AttributeValues target) {
        List<AttributeChange> differences = ImportNotes.differences(there, target);
        Map<String, Object> before = there.toStoredMap();
        target.toStoredMap().forEach((name, value) -> {
            if (isHidden(target, name) && !value.equals(before.get(name))) {
                differences.add(new AttributeChange(name, NOT_SHOWN, NOT_SHOWN));
            }
        });
        return differences;
    }

    private boolean isAsMade(ObjectView object) {
        return ObjectReferences.permanent(draft.nowMillis()).stream()
                .anyMatch(made ->
                        made.name().equals(object.name()) && made.values().equals(object.values()));
    }
}
