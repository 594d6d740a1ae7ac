package io.reprise.broker.model.management;

import java.util.Map;

/**
 * What became of dead messages that were to go back to where they died.
 *
 * @param retried how many went
 * @param stayed how many stayed where they are, by why; without those of which none did
 */
public record RetryResult(long retried, Map<RetryObstacle, Long> stayed) {
    public RetryResult {
        stayed = Map.copyOf(stayed);
    }

    public long stayedMsgs() {
        return stayed.values().stream().mapToLong(Long::longValue).sum();
    }
}
