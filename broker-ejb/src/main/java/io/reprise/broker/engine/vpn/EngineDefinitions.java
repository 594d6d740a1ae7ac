package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.change.ConfigurationDraft;
import io.reprise.broker.engine.change.VpnExport;
import io.reprise.broker.engine.change.VpnImport;
import io.reprise.broker.engine.change.VpnImportPlan;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.model.definition.BrokerDefinitions;
import io.reprise.broker.model.definition.DefinitionNames;
import io.reprise.broker.model.definition.DefinitionProblem;
import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.PlannedChange;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.vpn.VpnName;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Export and import over the VPNs of a broker. Each VPN is planned by its own committer, and planned again when it is changed: what was
 * planned is done, or nothing [LOG.md L6, ADR 0018]. Stateless.
 */
final class EngineDefinitions implements BrokerDefinitions {
    private static final List<PlannedAction> WRITTEN =
            List.of(PlannedAction.CREATE, PlannedAction.CHANGE, PlannedAction.DELETE);

    private final Vpns vpns;
    private final InstantSource clock;

    EngineDefinitions(Vpns vpns, InstantSource clock) {
        this.vpns = vpns;
        this.clock = clock;
    }

    /** The VPNs there are. */
    interface Vpns {
        /** Null if there is none of that name. */
        @Nullable
        VpnLife find(String name);

        /** Makes one, which is served when this returns. */
        void create(VpnName name, VpnSettings settings);
    }

    /** @param isNew whether the VPN is to be made */
    private record Planned(VpnDefinition vpn, boolean isNew, VpnImportPlan plan) {
        boolean changesAnything() {
            return plan.changes().stream().anyMatch(change -> WRITTEN.contains(change.action()));
        }
    }

    private VpnCore core(String vpn) {
        VpnLife life = vpns.find(vpn);
        if (life == null) {
            throw VpnLife.missing(vpn);
        }
        return life.tenure().core();
    }

    @Override
    public Definitions export(List<String> vpnNames) {
        List<VpnDefinition> exported = new ArrayList<>();
        vpnNames.stream().sorted().forEach(name -> {
            VpnCore core = core(name);
            exported.add(core.atBoundary(state -> VpnExport.of(name, core.directory())));
        });
        return new Definitions(List.copyOf(exported));
    }

    @Override
    public ImportPlan importDocument(DefinitionsDocument document, ImportOptions options) {
        List<DefinitionProblem> problems = new ArrayList<>(document.problems());
        // What could not be read is not known: nothing is superfluous by it.
        ImportOptions planning = problems.isEmpty()
                ? options
                : new ImportOptions(options.dryRun(), false, false, options.onConflict(), options.expected());
        List<Planned> planned = new ArrayList<>();
        for (VpnDefinition vpn : document.readable().vpns()) {
            problems.addAll(VpnImport.problemsOf(vpn));
            planned.add(plan(vpn, planning, problems));
        }
        planned.forEach(each -> problems.addAll(each.plan().problems()));
        boolean applied = problems.isEmpty() && !options.dryRun();
        if (applied) {
            apply(planned, options);
        }
        return new ImportPlan(
                applied,
                planned.stream().flatMap(each -> each.plan().changes().stream()).toList(),
                List.copyOf(problems));
    }

    private static DefinitionProblem problem(VpnDefinition vpn, BrokerException refusal) {
        return new DefinitionProblem(refusal.code(), "VPN '" + vpn.name() + "': " + refusal.getMessage());
    }

    private Planned plan(VpnDefinition vpn, ImportOptions options, List<DefinitionProblem> problems) {
        boolean isNew = vpns.find(vpn.name()) == null;
        requireExpected(vpn, isNew, options, problems);
        if (!isNew) {
            VpnCore core = core(vpn.name());
            return new Planned(
                    vpn,
                    false,
                    core.atBoundary(state -> VpnImport.plan(ConfigurationDraft.of(core, state, clock), vpn, options)));
        }
        try {
            VpnName.of(vpn.name());
        } catch (BrokerException noName) {
            problems.add(problem(vpn, noName));
        }
        VpnImportPlan plan = VpnImport.plan(ConfigurationDraft.ofNewVpn(vpn.name(), clock), vpn, options);
        return new Planned(vpn, true, new VpnImportPlan(ofNewVpn(plan.changes()), plan.problems()));
    }

    private static void requireExpected(
            VpnDefinition vpn, boolean isNew, ImportOptions options, List<DefinitionProblem> problems) {
        options.expected().ifPresent(expected -> {
            boolean wasThere =
                    expected.vpns().stream().anyMatch(each -> each.name().equals(vpn.name()));
            if (wasThere == isNew) {
                problems.add(new DefinitionProblem(
                        ErrorCode.VERSION_CONFLICT,
                        "VPN '" + vpn.name() + "' was " + (isNew ? "deleted" : "created")
                                + " since the definitions were read"));
            }
        });
    }

    /** It is made with the settings of the document. */
    private static List<PlannedChange> ofNewVpn(List<PlannedChange> changes) {
        return changes.stream()
                .map(change -> isVpn(change) ? with(change, PlannedAction.CREATE, 0) : change)
                .toList();
    }

    private static boolean isVpn(PlannedChange change) {
        return change.collection().equals(DefinitionNames.VPNS);
    }

    private static PlannedChange with(PlannedChange change, PlannedAction action, long messages) {
        return new PlannedChange(
                change.vpn(),
                change.collection(),
                change.owner(),
                change.name(),
                action,
                action == PlannedAction.CREATE ? List.of() : change.attributes(),
                messages);
    }

    private void apply(List<Planned> planned, ImportOptions options) {
        List<String> done = new ArrayList<>();
        for (Planned each : planned) {
            try {
                if (each.isNew()) {
                    vpns.create(VpnName.of(each.vpn().name()), each.vpn().settings());
                    done.add(each.vpn().name() + " (made)");
                }
                if (each.changesAnything()) {
                    change(each, options);
                    done.add(each.vpn().name());
                }
            } catch (BrokerException refusal) {
                throw done.isEmpty() ? refusal : inBetween(refusal, done);
            }
        }
    }

    private static BrokerException inBetween(BrokerException refusal, List<String> done) {
        return new BrokerException(
                refusal.code(),
                refusal.getMessage() + " | changed already: VPNs " + String.join(", ", done)
                        + "; the same import again does the rest",
                refusal);
    }

    private void change(Planned planned, ImportOptions options) {
        VpnCore core = core(planned.vpn().name());
        core.configure(state -> {
                    ConfigurationDraft draft = ConfigurationDraft.of(core, state, clock);
                    requireSame(planned, VpnImport.plan(draft, planned.vpn(), options));
                    return draft.plan(core);
                })
                .await()
                .orThrow();
    }

    /** What came between is not passed over, but for how many messages there are. */
    private static void requireSame(Planned planned, VpnImportPlan now) {
        if (!now.problems().isEmpty()) {
            throw new BrokerException(
                    now.problems().get(0).code(),
                    now.problems().stream().map(DefinitionProblem::text).collect(Collectors.joining(" | ")));
        }
        if (!essence(planned, planned.plan()).equals(essence(planned, now))) {
            throw new BrokerException(
                    ErrorCode.VERSION_CONFLICT,
                    "VPN '" + planned.vpn().name() + "' was changed while the import was planned");
        }
    }

    private static List<PlannedChange> essence(Planned planned, VpnImportPlan plan) {
        return plan.changes().stream()
                .filter(change -> !planned.isNew() || !isVpn(change))
                .map(change -> with(change, change.action(), 0))
                .toList();
    }
}
