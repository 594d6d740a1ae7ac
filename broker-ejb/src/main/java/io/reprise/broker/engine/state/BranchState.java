package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.model.publish.BranchId;

/**
 * A prepared, undecided branch.
 *
 * @param branch its identifier
 * @param prepareCommitNo the entry that holds its bodies
 * @param work what it will do
 * @param asOf the commit whose row was loaded; 0 for a new one
 */
public record BranchState(BranchId branch, long prepareCommitNo, PreparedWork work, long asOf) {}
