package io.reprise.broker.engine.change;

import io.reprise.broker.model.definition.DefinitionProblem;
import io.reprise.broker.model.definition.PlannedChange;
import java.util.List;

/**
 * What the import of a document does to one VPN.
 *
 * @param changes object by object
 * @param problems why it can't be done; empty if it can
 */
public record VpnImportPlan(List<PlannedChange> changes, List<DefinitionProblem> problems) {}
