package io.reprise.broker.engine.change;

import io.reprise.broker.engine.change.ImportNotes.Subject;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.model.definition.DefinitionNames;
import io.reprise.broker.model.definition.DefinitionProblem;
import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The import of one VPN's definitions, worked out on a draft by the same steps that change one object: what is to be written is the
 * draft's {@link ConfigurationDraft#plan}, in one entry and one transaction. Planned on the committer's thread against what there is
 * then. Used once.
 */
public final class VpnImport {
    /** So many rows are written in some seconds, for which the VPN takes nothing else; their entry is under 1 MB [LOG.md L4]. */
    public static final int MAX_ROWS = 30_000;

    private final ConfigurationDraft draft;
    private final VpnDefinition wanted;
    private final ImportOptions options;
    private final ImportNotes notes;

    private VpnImport(ConfigurationDraft draft, VpnDefinition wanted, ImportOptions options) {
        this.draft = draft;
        this.wanted = wanted;
        this.options = options;
        this.notes = new ImportNotes(wanted.name(), options.onConflict());
    }

    /**
     * Works the import out.
     *
     * @param draft of that VPN; of no use after it if there are problems
     */
    public static VpnImportPlan plan(ConfigurationDraft draft, VpnDefinition wanted, ImportOptions options) {
        return new VpnImport(draft, wanted, options).plan();
    }

    /** What of a document is wrong in itself is found before, on the thread of whoever imports it. */
    public static List<DefinitionProblem> problemsOf(VpnDefinition wanted) {
        List<DefinitionProblem> problems = new ArrayList<>();
        String vpn = "VPN '" + wanted.name() + "', ";
        wanted.endpoints()
                .forEach(each -> collect(
                        problems,
                        vpn + EndpointConfig.label(each.kind(), each.name()),
                        () -> EndpointSteps.requireValid(each.kind(), each.name(), each.settings())));
        wanted.replayLogs()
                .forEach(each -> collect(
                        problems,
                        vpn + ReplayLogConfig.label(each.name()),
                        () -> ReplayLogSteps.requireValid(each.name(), each.settings())));
        return problems;
    }

    private static void collect(List<DefinitionProblem> problems, String where, Runnable check) {
        try {
            check.run();
        } catch (BrokerException refusal) {
            problems.add(new DefinitionProblem(refusal.code(), where + ": " + refusal.getMessage()));
        }
    }

    private VpnImportPlan plan() {
        requireExpected();
        settings();
        new ReplayLogImport(draft, wanted, options, notes).run();
        new EndpointImport(draft, wanted, options, notes).run();
        new ObjectImport(draft, wanted, options, notes).run();
        draft.problems().forEach(notes::add);
        if (draft.rows() > MAX_ROWS) {
            notes.problem(
                    ErrorCode.NOT_ALLOWED,
                    "the import writes " + draft.rows() + " rows; allowed: at most " + MAX_ROWS
                            + " at once, import it in parts");
        }
        return notes.plan();
    }

    private void requireExpected() {
        List<VpnDefinition> expected = options.expected().map(Definitions::vpns).orElse(List.of());
        expected.stream()
                .filter(vpn -> vpn.name().equals(wanted.name()))
                .filter(vpn -> !vpn.equals(VpnExport.of(wanted.name(), draft.directory())))
                .forEach(vpn ->
                        notes.problem(ErrorCode.VERSION_CONFLICT, "its definitions were changed since they were read"));
    }

    private void settings() {
        VpnSettings before = draft.vpnConfig().settings();
        notes.differing(
                new Subject(DefinitionNames.VPNS, "", wanted.name(), "VPN '" + wanted.name() + "'"),
                before.equals(VpnSettings.DEFAULTS),
                ImportNotes.differences(before.values(), wanted.settings().values()),
                () -> new VpnSteps(draft).change(wanted.settings(), -1));
    }
}
