package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.condition.PreconditionFailed;
import java.util.function.Supplier;

/** Changes that are worked out on the version read, and again if another was quicker. Stateless. */
final class NewestVersion {
    /** Each that fails is another's change that succeeded. */
    private static final int ATTEMPTS = 1_000;

    private NewestVersion() {}

    /** Tries again while others change or create the same object; each attempt looks at the caller's conditions anew. */
    static <T> T on(Supplier<T> change) {
        for (int attempt = 1; ; attempt++) {
            try {
                return change.get();
            } catch (PreconditionFailed refusal) {
                throw refusal;
            } catch (BrokerException refusal) {
                boolean outrun =
                        refusal.code() == ErrorCode.VERSION_CONFLICT || refusal.code() == ErrorCode.ALREADY_EXISTS;
                if (!outrun || attempt == ATTEMPTS) {
                    throw refusal;
                }
            }
        }
    }
}
