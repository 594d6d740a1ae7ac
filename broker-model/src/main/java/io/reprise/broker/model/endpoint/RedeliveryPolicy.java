package io.reprise.broker.model.endpoint;

/**
 * How often a message is delivered, and how long a failed one waits (spec 1.4, 4.3). Pure.
 *
 * @param maxDeliveries total deliveries; 0 is no limit
 * @param delayEnabled whether a failed message waits at all
 * @param initialIntervalMillis the wait after the first failure, ms
 * @param maxIntervalMillis the longest wait, ms
 * @param multiplierPercent by how much each wait is longer than the one before, in hundredths: 200 doubles
 */
public record RedeliveryPolicy(
        int maxDeliveries,
        boolean delayEnabled,
        long initialIntervalMillis,
        long maxIntervalMillis,
        int multiplierPercent) {

    /** Whether a message that was delivered so often is not delivered again. */
    public boolean isExhausted(int deliveries) {
        return maxDeliveries > 0 && deliveries >= maxDeliveries;
    }

    /** How long a message waits that failed so often, ms: initial × multiplier^(n−1), at most the maximum; 0 without delay. */
    public long delayMillis(int failures) {
        if (!delayEnabled || failures < 1) {
            return 0;
        }
        double delay = initialIntervalMillis * Math.pow(multiplierPercent / 100.0, failures - 1.0);
        return (long) Math.min(delay, maxIntervalMillis);
    }
}
