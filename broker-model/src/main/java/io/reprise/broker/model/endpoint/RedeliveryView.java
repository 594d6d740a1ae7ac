package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.AttributeProblem;
import io.reprise.broker.model.settings.AttributeType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pair {@code redeliveryEnabled} and {@code maxRedeliveryCount}, which the management API shows beside {@code maxRedelivery} (spec
 * 1.4): {@code false} is 1 delivery, {@code N ≥ 1} redeliveries are N + 1 deliveries, 0 redeliveries with {@code true} are no limit.
 */
final class RedeliveryView {
    static final String ENABLED = "redeliveryEnabled";
    static final String COUNT = "maxRedeliveryCount";

    private static final AttributeType.Flag ENABLED_TYPE = new AttributeType.Flag();
    private static final AttributeType.Whole COUNT_TYPE = new AttributeType.Whole(0, 255);

    private RedeliveryView() {}

    static boolean names(String attribute) {
        return attribute.equals(ENABLED) || attribute.equals(COUNT);
    }

    static boolean enabled(long maxRedelivery) {
        return maxRedelivery != 1;
    }

    static long count(long maxRedelivery) {
        return maxRedelivery <= 1 ? 0 : maxRedelivery - 1;
    }

    /** The {@code maxRedelivery} that a change of the pair leads to; the current one if the change does not speak of it. */
    static long changed(long current, Map<String, ?> change, List<AttributeProblem> problems) {
        Boolean enabled = read(change, ENABLED, ENABLED_TYPE, problems);
        Long count = read(change, COUNT, COUNT_TYPE, problems);
        if (Boolean.FALSE.equals(enabled) && count != null && count > 0) {
            problems.add(
                    new AttributeProblem(ErrorCode.INVALID_PARAMETER, COUNT, count, "0 with " + ENABLED + " = false"));
        }
        return deliveries(current, enabled, count);
    }

    private static long deliveries(long current, @Nullable Boolean enabled, @Nullable Long count) {
        boolean on = enabled == null ? enabled(current) : enabled;
        if (count != null && count > 0) {
            return count + 1;
        }
        if (!on) {
            return 1;
        }
        return count != null || current == 1 ? 0 : current;
    }

    private static <T> @Nullable T read(
            Map<String, ?> change, String name, AttributeType<T> type, List<AttributeProblem> problems) {
        if (!change.containsKey(name)) {
            return null;
        }
        T value = type.read(change.get(name));
        if (value == null) {
            problems.add(new AttributeProblem(ErrorCode.INVALID_PARAMETER, name, change.get(name), type.allowed()));
        }
        return value;
    }
}
