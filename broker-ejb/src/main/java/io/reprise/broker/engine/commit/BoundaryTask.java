package io.reprise.broker.engine.commit;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.publish.CommitOutcome;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads or copies something of the state between two entries, on the committer's thread. Our own code only, and short. */
final class BoundaryTask extends Operation {
    private final Runnable task;

    BoundaryTask(Runnable task, long timeoutMillis) {
        super(timeoutMillis);
        this.task = task;
    }

    void run() {
        task.run();
    }

    /** What a task of this kind brings back. */
    static final class Result<T> {
        private final Supplier<T> supplier;
        private @Nullable T value;

        Result(Supplier<T> supplier) {
            this.supplier = supplier;
        }

        void compute() {
            value = supplier.get();
        }

        /** The value, once the task has run. */
        T get(CommitOutcome outcome) {
            outcome.orThrow();
            T computed = value;
            if (computed == null) {
                throw new BrokerException(ErrorCode.VPN_DOWN, "not computed");
            }
            return computed;
        }
    }
}
