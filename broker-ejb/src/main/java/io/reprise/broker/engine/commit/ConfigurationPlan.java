package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.store.ConfigurationWrites;
import java.util.List;
import java.util.function.Consumer;

/**
 * A planned change of configuration.
 *
 * @param effects what the fold must know
 * @param write writes the entities, in the entry's transaction [LOG.md L6]
 * @param apply takes the change over in memory, once it is on disk; the committer's thread
 */
public record ConfigurationPlan(List<Effect> effects, Consumer<ConfigurationWrites> write, Runnable apply) {
    /** Nothing is changed. */
    public static final ConfigurationPlan NOTHING = new ConfigurationPlan(List.of(), writes -> {}, () -> {});

    /** All of these as one change, in this order. */
    public static ConfigurationPlan all(List<ConfigurationPlan> parts) {
        return new ConfigurationPlan(
                parts.stream().flatMap(part -> part.effects().stream()).toList(),
                writes -> parts.forEach(part -> part.write().accept(writes)),
                () -> parts.forEach(part -> part.apply().run()));
    }
}
