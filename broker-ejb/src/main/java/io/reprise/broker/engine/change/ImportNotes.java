package io.reprise.broker.engine.change;

import io.reprise.broker.model.definition.AttributeChange;
import io.reprise.broker.model.definition.DefinitionProblem;
import io.reprise.broker.model.definition.OnConflict;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.PlannedChange;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.AttributeValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The plan of an import as it is written down, and by that what becomes of what differs. One thread. */
final class ImportNotes {
    private final String vpn;
    private final OnConflict onConflict;
    private final List<PlannedChange> changes = new ArrayList<>();
    private final List<DefinitionProblem> problems = new ArrayList<>();

    ImportNotes(String vpn, OnConflict onConflict) {
        this.vpn = vpn;
        this.onConflict = onConflict;
    }

    /**
     * What an entry of the plan is about.
     *
     * @param owner the name of the object it belongs to; empty if that is the VPN
     * @param label for people
     */
    record Subject(String collection, String owner, String name, String label) {}

    void note(Subject subject, PlannedAction action, List<AttributeChange> attributes, long messages) {
        changes.add(new PlannedChange(
                vpn, subject.collection(), subject.owner(), subject.name(), action, attributes, messages));
    }

    void note(Subject subject, PlannedAction action) {
        note(subject, action, List.of(), 0);
    }

    void problem(ErrorCode code, String text) {
        problems.add(new DefinitionProblem(code, "VPN '" + vpn + "': " + text));
    }

    /** Does a step; what refuses it is a problem. */
    void attempt(Runnable step) {
        try {
            step.run();
        } catch (BrokerException refusal) {
            add(refusal);
        }
    }

    void add(BrokerException refusal) {
        problem(refusal.code(), String.valueOf(refusal.getMessage()));
    }

    static List<AttributeChange> differences(AttributeValues from, AttributeValues to) {
        Map<String, Object> now = from.toMap();
        List<AttributeChange> differences = new ArrayList<>();
        to.toMap().forEach((name, value) -> {
            Object before = now.get(name);
            if (before != null && !before.equals(value)) {
                differences.add(new AttributeChange(name, before, value));
            }
        });
        return differences;
    }

    /**
     * Notes what becomes of an object that exists and differs, and does it if it is changed.
     *
     * @param untouched whether it is as the broker made it, and nobody has said anything about it yet
     */
    void differing(Subject subject, boolean untouched, List<AttributeChange> attributes, Runnable change) {
        if (attributes.isEmpty()) {
            note(subject, PlannedAction.UNCHANGED);
        } else if (untouched || onConflict == OnConflict.REPLACE) {
            note(subject, PlannedAction.CHANGE, attributes, 0);
            attempt(change);
        } else if (onConflict == OnConflict.KEEP) {
            note(subject, PlannedAction.KEEP, attributes, 0);
        } else {
            note(subject, PlannedAction.CONFLICT, attributes, 0);
            problem(ErrorCode.ALREADY_EXISTS, conflict(subject, attributes));
        }
    }

    private static String conflict(Subject subject, List<AttributeChange> attributes) {
        return subject.label() + " exists with other settings: "
                + attributes.stream()
                        .map(each -> each.name() + " = " + each.from() + ", in the document " + each.to())
                        .collect(Collectors.joining("; "));
    }

    VpnImportPlan plan() {
        return new VpnImportPlan(List.copyOf(changes), List.copyOf(problems));
    }
}
