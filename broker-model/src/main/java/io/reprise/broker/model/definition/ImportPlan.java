package io.reprise.broker.model.definition;

import java.util.List;

/**
 * What an import does, or would do.
 *
 * @param applied whether it is done, durably
 * @param changes object by object, VPN by VPN
 * @param problems why it is not done; empty if it is, or would be
 */
public record ImportPlan(boolean applied, List<PlannedChange> changes, List<DefinitionProblem> problems) {}
