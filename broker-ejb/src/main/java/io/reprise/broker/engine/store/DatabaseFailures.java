package io.reprise.broker.engine.store;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.Set;

/** Words a failed start for people: one clear line. */
final class DatabaseFailures {
    /** Wrong user or password 1045 and 1698, no right to the schema 1044, to a table 1142, to a statement 1227, host 1130. */
    private static final Set<Integer> DENIED = Set.of(1044, 1045, 1130, 1142, 1227, 1698);

    private static final int UNKNOWN_SCHEMA = 1049;

    private DatabaseFailures() {}

    /** A failure of the database in the catalogue's words; any other as it is. */
    static RuntimeException translated(Exception failure) {
        if (SqlFailure.sqlCause(failure) == null && failure instanceof RuntimeException other) {
            return other;
        }
        return unusable(failure);
    }

    static BrokerException unusable(Throwable failure) {
        var cause = SqlFailure.sqlCause(failure);
        int error = cause == null ? 0 : cause.getErrorCode();
        if (DENIED.contains(error)) {
            return failure(ErrorCode.DATABASE_ACCESS_REFUSED, "The database refuses access: ", failure);
        }
        return error == UNKNOWN_SCHEMA
                ? failure(ErrorCode.DATABASE_ACCESS_REFUSED, "The database has no such schema: ", failure)
                : failure(ErrorCode.DATABASE_UNAVAILABLE, "The database cannot be reached: ", failure);
    }

    private static BrokerException failure(ErrorCode code, String what, Throwable failure) {
        return new BrokerException(code, what + SqlFailure.text(failure), failure);
    }
}
