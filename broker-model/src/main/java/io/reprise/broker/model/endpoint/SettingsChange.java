package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies a JSON object to settings: every attribute is looked at, all problems come together. Used once, by one thread. */
final class SettingsChange {
    private final EndpointKind kind;
    private final Object[] values;
    private final List<AttributeProblem> problems = new ArrayList<>();

    SettingsChange(EndpointKind kind, Object[] values) {
        this.kind = kind;
        this.values = values.clone();
    }

    /**
     * The values after the change.
     *
     * @throws InvalidSettingsException if anything of it is refused
     */
    Object[] apply(Map<String, ?> change) {
        change.forEach(this::applyAttribute);
        applyRedeliveryView(change);
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(kind.text(), problems);
        }
        return values;
    }

    private void applyRedeliveryView(Map<String, ?> change) {
        EndpointAttribute<Long> attribute = EndpointAttributes.MAX_REDELIVERY;
        long current = (Long) values[attribute.index()];
        long wanted = RedeliveryView.changed(kind, current, change, problems);
        if (wanted == current) {
            return;
        }
        if (change.containsKey(attribute.toString())) {
            refuse(
                    attribute.toString(),
                    current,
                    wanted + ", as " + RedeliveryView.ENABLED + " and " + RedeliveryView.COUNT + " say");
        } else {
            values[attribute.index()] = wanted;
        }
    }

    private void applyAttribute(String name, @Nullable Object json) {
        EndpointAttribute<?> attribute = EndpointAttributes.named(kind, name);
        if (attribute != null) {
            applyValue(attribute, name, json);
        } else if (ForeignAttributes.names(kind, name)) {
            requireDefault(name, json);
        } else if (!RedeliveryView.names(name)) {
            refuse(name, json, "no such attribute of a " + kind.text());
        }
    }

    private <T> void applyValue(EndpointAttribute<T> attribute, String name, @Nullable Object json) {
        T value = attribute.type().read(kind, json);
        if (value == null) {
            refuse(name, json, attribute.allowed(kind));
        } else {
            values[attribute.index()] = value;
        }
    }

    private void requireDefault(String name, @Nullable Object json) {
        if (!ForeignAttributes.isDefault(kind, name, json)) {
            notSupported(name, json, ForeignAttributes.defaultOf(kind, name));
        }
    }

    private void refuse(String name, @Nullable Object json, String allowed) {
        problems.add(new AttributeProblem(ErrorCode.INVALID_PARAMETER, name, json, allowed));
    }

    private void notSupported(String name, @Nullable Object json, String allowed) {
        problems.add(new AttributeProblem(ErrorCode.NOT_SUPPORTED, name, json, allowed));
    }
}
