package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.model.error.BrokerException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.StatelessSession;

/** A change of configuration: planned by the committer, written in an entry and a transaction of its own [LOG.md L6]. */
final class ConfigurationOperation extends Operation {
    /**
     * A planned change.
     *
     * @param effects what the fold must know
     * @param write writes the entities
     * @param apply takes the change over in memory, once it is on disk; the committer's thread
     */
    record Plan(List<Effect> effects, Consumer<StatelessSession> write, Runnable apply) {}

    private final Supplier<Plan> planner;

    /**
     * @param planner checks the change against what there is, on the committer's thread; a {@link BrokerException} refuses it
     */
    ConfigurationOperation(Supplier<Plan> planner, long timeoutMillis) {
        super(timeoutMillis);
        this.planner = planner;
    }

    Plan plan() {
        return planner.get();
    }
}
