package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeProblem;
import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.settings.InvalidSettingsException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies a JSON object to an endpoint's values: every attribute is looked at, those too that are only a view or another broker's, and
 * all problems come together. Used once, by one thread.
 */
final class SettingsChange {
    private final EndpointKind kind;
    private final Map<String, ?> change;
    private final List<AttributeProblem> problems = new ArrayList<>();

    SettingsChange(EndpointKind kind, Map<String, ?> change) {
        this.kind = kind;
        this.change = change;
    }

    /**
     * The values after the change.
     *
     * @throws InvalidSettingsException if anything of it is refused
     */
    AttributeValues applyTo(AttributeValues values) {
        Map<String, @Nullable Object> own = new LinkedHashMap<>();
        change.forEach((name, json) -> {
            if (ForeignAttributes.names(kind, name)) {
                requireDefault(name, json);
            } else if (!RedeliveryView.names(name)) {
                own.put(name, json);
            }
        });
        AttributeValues changed = withRedeliveryView(values.with(own, problems));
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(kind.text(), problems);
        }
        return changed;
    }

    private AttributeValues withRedeliveryView(AttributeValues values) {
        Attribute<Long> attribute = EndpointAttributes.MAX_REDELIVERY.required(kind);
        long current = values.get(attribute);
        long wanted = RedeliveryView.changed(current, change, problems);
        if (wanted == current) {
            return values;
        }
        if (!change.containsKey(attribute.name())) {
            return values.with(attribute, wanted);
        }
        problems.add(new AttributeProblem(
                ErrorCode.INVALID_PARAMETER,
                attribute.name(),
                current,
                wanted + ", as " + RedeliveryView.ENABLED + " and " + RedeliveryView.COUNT + " say"));
        return values;
    }

    private void requireDefault(String name, @Nullable Object json) {
        if (!ForeignAttributes.isDefault(kind, name, json)) {
            problems.add(
                    new AttributeProblem(ErrorCode.NOT_SUPPORTED, name, json, ForeignAttributes.defaultOf(kind, name)));
        }
    }
}
