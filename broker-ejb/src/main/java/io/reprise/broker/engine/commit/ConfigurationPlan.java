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
public record ConfigurationPlan(List<Effect> effects, Consumer<ConfigurationWrites> write, Runnable apply) {}
