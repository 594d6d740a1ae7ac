package io.reprise.broker.engine.change;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What a queue must be to have partitions [spec 1.4]. */
final class PartitionedQueues {
    private PartitionedQueues() {}

    /** @throws BrokerException {@code INVALID_PARAMETER} if the other settings don't go with partitions */
    static void check(String label, EndpointSettings settings) {
        if (settings.partitionCount() == 0) {
            return;
        }
        String what = label + " with partitionCount=" + settings.partitionCount();
        if (settings.accessType() == AccessType.EXCLUSIVE) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, what, "accessType=exclusive", "accessType=non-exclusive");
        }
        if (settings.isLastValueQueue()) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, what, "maxMsgSpoolUsage=0, a last-value queue", "1 and more");
        }
    }

    /** Messages have their partitions already: with others their keys would be on two. */
    static void refuseChangeWithMessages(EndpointConfig before, EndpointSettings after, @Nullable EndpointState on) {
        if (after.partitionCount() == before.settings().partitionCount() || on == null) {
            return;
        }
        long messages = on.messages() + on.reservedMessages();
        if (messages > 0) {
            throw BrokerException.refused(
                    ErrorCode.NOT_ALLOWED,
                    "partitionCount of " + before.label(),
                    messages + " messages on it",
                    "none: drain or purge it first");
        }
    }
}
