package io.reprise.broker.model.endpoint;

import java.util.Optional;

/**
 * What a consumer says about redelivery for its own failures (spec 4.1): what is present wins over the endpoint's setting of
 * the same name, with the same range and unit.
 *
 * @param maxRedelivery total deliveries, 0 is no limit
 * @param delayEnabled whether a failed message waits before it comes again
 * @param initialIntervalMillis the wait after the first failure, ms
 * @param maxIntervalMillis the longest wait, ms
 * @param multiplierPercent by how much each wait is longer than the one before, in hundredths
 */
public record RedeliveryOverride(
        Optional<Integer> maxRedelivery,
        Optional<Boolean> delayEnabled,
        Optional<Long> initialIntervalMillis,
        Optional<Long> maxIntervalMillis,
        Optional<Integer> multiplierPercent) {
    /** The endpoint's settings stand. */
    public static final RedeliveryOverride NONE = new RedeliveryOverride(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** What holds for a consumer of an endpoint with these settings. */
    public RedeliveryPolicy over(EndpointSettings settings) {
        return new RedeliveryPolicy(
                maxRedelivery.orElse(settings.maxRedelivery()),
                delayEnabled.orElse(settings.redeliveryDelayEnabled()),
                initialIntervalMillis.orElse(
                        settings.redeliveryDelayInitialInterval().toMillis()),
                maxIntervalMillis.orElse(settings.redeliveryDelayMaxInterval().toMillis()),
                multiplierPercent.orElse(settings.redeliveryDelayMultiplierPercent()));
    }
}
