package io.reprise.broker.engine.commit;

/** Why a core's committer ended. */
public enum CoreEnd {
    /** It was closed. */
    CLOSED,
    /** Another owner took over. */
    FENCED,
    /** Its own state can't be trusted, or an outcome is unknown: to be rebuilt from the database [LOG.md L3]. */
    REBUILD
}
