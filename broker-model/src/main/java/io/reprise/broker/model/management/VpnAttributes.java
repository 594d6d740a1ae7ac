package io.reprise.broker.model.management;

import io.reprise.broker.model.endpoint.AttributeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of a VPN, declared once: names, ranges and defaults of the management API (spec 1.1, 1.5). Validation, the JSON
 * form and {@code docs/vpn-settings.md} come from here.
 */
public final class VpnAttributes {
    private static final List<VpnAttribute<?>> DECLARED = new ArrayList<>();

    public static final VpnAttribute<Long> MAX_SPOOL_USAGE = declare(
            "maxMsgSpoolUsage",
            new AttributeType.Whole(0, 6_000_000),
            "MB",
            0L,
            "Room for messages on all endpoints together, in 10^6 bytes as endpoints count them, without the replay log; 0 is"
                    + " unlimited.");
    public static final VpnAttribute<Boolean> REJECT_UNMATCHED = declare(
            "rejectMsgToSenderOnNoSubscriptionMatchEnabled",
            new AttributeType.Flag(),
            "",
            false,
            "Whether a message that no endpoint attracts is refused to its publisher, instead of acknowledged and dropped.");

    /** All of them, in the order of the management API's documents. */
    public static final List<VpnAttribute<?>> ALL = List.copyOf(DECLARED);

    private VpnAttributes() {}

    /** The attribute of that JSON name; null if there is none. */
    static @Nullable VpnAttribute<?> named(String name) {
        return ALL.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static <T> VpnAttribute<T> declare(
            String name, AttributeType<T> type, String unit, T defaultValue, String text) {
        VpnAttribute<T> attribute = new VpnAttribute<>(DECLARED.size(), name, type, unit, defaultValue, text);
        DECLARED.add(attribute);
        return attribute;
    }
}
