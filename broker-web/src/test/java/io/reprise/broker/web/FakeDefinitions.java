package io.reprise.broker.web;

import io.reprise.broker.model.definition.BrokerDefinitions;
import io.reprise.broker.model.definition.DefinitionProblem;
import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.EndpointDefinition;
import io.reprise.broker.model.definition.ImportOptions;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.definition.PlannedAction;
import io.reprise.broker.model.definition.PlannedChange;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.VpnName;
import java.util.ArrayList;
import java.util.List;

/** Definitions of VPNs in memory: of endpoints alone. What an import really does is the engine's; this one creates what is missing. */
final class FakeDefinitions implements BrokerDefinitions {
    private final FakeBroker broker;

    FakeDefinitions(FakeBroker broker) {
        this.broker = broker;
    }

    @Override
    public Definitions export(List<String> vpnNames) {
        return new Definitions(vpnNames.stream().map(this::vpn).toList());
    }

    private VpnDefinition vpn(String name) {
        FakeVpn vpn = broker.fakeVpn(name);
        List<EndpointDefinition> endpoints = new ArrayList<>();
        for (EndpointKind kind : EndpointKind.values()) {
            vpn.endpoints(kind, "", Integer.MAX_VALUE).stream()
                    .map(each -> new EndpointDefinition(
                            kind, each.name(), each.settings(), List.copyOf(each.subscriptions())))
                    .forEach(endpoints::add);
        }
        return new VpnDefinition(name, vpn.vpn().settings(), endpoints, List.of(), List.of());
    }

    @Override
    public ImportPlan importDocument(DefinitionsDocument document, ImportOptions options) {
        List<DefinitionProblem> problems = new ArrayList<>(document.problems());
        List<PlannedChange> changes = new ArrayList<>();
        List<Runnable> todo = new ArrayList<>();
        for (VpnDefinition vpn : document.readable().vpns()) {
            if (!broker.vpnNames().contains(vpn.name())) {
                changes.add(
                        new PlannedChange(vpn.name(), "msgVpns", "", vpn.name(), PlannedAction.CREATE, List.of(), 0));
                todo.add(() -> broker.createVpn(VpnName.of(vpn.name()), vpn.settings()));
            }
            for (EndpointDefinition endpoint : vpn.endpoints()) {
                plan(vpn.name(), endpoint, changes, problems, todo);
            }
        }
        boolean applied = problems.isEmpty() && !options.dryRun();
        if (applied) {
            todo.forEach(Runnable::run);
        }
        return new ImportPlan(applied, changes, problems);
    }

    private void plan(
            String vpn,
            EndpointDefinition endpoint,
            List<PlannedChange> changes,
            List<DefinitionProblem> problems,
            List<Runnable> todo) {
        EndpointSettings there = broker.vpnNames().contains(vpn)
                ? broker.fakeVpn(vpn)
                        .endpoint(endpoint.kind(), endpoint.name())
                        .map(view -> view.settings())
                        .orElse(null)
                : null;
        PlannedAction action = PlannedAction.UNCHANGED;
        if (there == null) {
            action = PlannedAction.CREATE;
            todo.add(() -> broker.fakeVpn(vpn)
                    .createEndpoint(endpoint.kind(), endpoint.name(), endpoint.settings(), endpoint.subscriptions()));
        } else if (!there.equals(endpoint.settings())) {
            action = PlannedAction.CONFLICT;
            problems.add(new DefinitionProblem(
                    ErrorCode.ALREADY_EXISTS, "'" + endpoint.name() + "' exists with other settings"));
        }
        changes.add(new PlannedChange(vpn, "queues", "", endpoint.name(), action, List.of(), 0));
    }
}
