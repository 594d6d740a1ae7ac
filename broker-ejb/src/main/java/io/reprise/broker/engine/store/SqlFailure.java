package io.reprise.broker.engine.store;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a failed statement tells about its effect [LOG.md L2]. */
enum SqlFailure {
    /** A row of that key is there. */
    DUPLICATE_KEY,
    /** The server, or the client before it sent anything, said no for a reason that will not go away. */
    REFUSED,
    /** Nothing is known, or the reason will pass: to be tried again over a new connection. */
    UNCLEAR;

    private static final int DUPLICATE_ENTRY = 1062;

    /**
     * Errors of a reachable server that pass: too many connections 1040 and 1203, not ready 1047, shutting down 1053, lock wait
     * timeout 1205, read-only 1290 and 1836, interrupted 1317, deadlock 1213, killed 1927 and 3100, statement timeout 1969; and a full
     * or failing disk, with which the empty entry that closes the slot could not be written either: 1021, 1026, 1030, 1114.
     */
    private static final Set<Integer> PASSING =
            Set.of(1021, 1026, 1030, 1040, 1047, 1053, 1114, 1203, 1205, 1213, 1290, 1317, 1836, 1927, 1969, 3100);

    static SqlFailure of(Throwable failure) {
        SQLException cause = sqlCause(failure);
        if (cause == null) {
            return REFUSED;
        }
        if (cause.getErrorCode() == DUPLICATE_ENTRY) {
            return DUPLICATE_KEY;
        }
        return isAnswer(cause) && !PASSING.contains(cause.getErrorCode()) ? REFUSED : UNCLEAR;
    }

    /** The database's own exception under those of pools and Hibernate; null if there is none. */
    static @Nullable SQLException sqlCause(Throwable failure) {
        SQLException found = null;
        int depth = 0;
        for (Throwable each = failure; each != null && depth < 20; each = each.getCause(), depth++) {
            if (each instanceof SQLException sql) {
                found = sql;
            }
        }
        return found;
    }

    /** In one line, for people. */
    static String text(Throwable failure) {
        SQLException cause = sqlCause(failure);
        Throwable shown = cause == null ? failure : cause;
        String message = shown.getMessage();
        return message == null ? shown.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
    }

    /** Whether the server answered with an error; a lost connection has state 08 or no error number. */
    private static boolean isAnswer(SQLException failure) {
        String state = failure.getSQLState();
        return failure.getErrorCode() > 0 && state != null && !state.startsWith("08");
    }
}
