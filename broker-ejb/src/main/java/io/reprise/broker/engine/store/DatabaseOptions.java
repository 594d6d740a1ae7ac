package io.reprise.broker.engine.store;

import io.reprise.broker.engine.configuration.Configuration;
import io.reprise.broker.engine.configuration.EngineKeys;
import java.time.Duration;

/**
 * How long the store waits for what.
 *
 * @param liveOwnerWait how long a start waits for a live owner to go, a just killed one for instance [LOG.md L10]
 * @param ownerSilence after how long without a sign of life an owner no longer counts as live; whole seconds
 * @param answerTimeout how long a statement may take before its connection is given up
 * @param idleTransaction how long a transaction may lie idle, its process paused, before the database rolls it back [LOG.md L1];
 *     whole seconds
 */
public record DatabaseOptions(
        Duration liveOwnerWait, Duration ownerSilence, Duration answerTimeout, Duration idleTransaction) {
    public static DatabaseOptions defaults() {
        return from(Configuration.defaults());
    }

    /** As configured. */
    public static DatabaseOptions from(Configuration configuration) {
        return new DatabaseOptions(
                configuration.millis(EngineKeys.LIVE_OWNER_WAIT),
                configuration.seconds(EngineKeys.OWNER_SILENCE),
                configuration.millis(EngineKeys.ANSWER_TIMEOUT),
                configuration.seconds(EngineKeys.IDLE_TRANSACTION));
    }

    public DatabaseOptions withLiveOwnerWait(Duration value) {
        return new DatabaseOptions(value, ownerSilence, answerTimeout, idleTransaction);
    }

    public DatabaseOptions withOwnerSilence(Duration value) {
        return new DatabaseOptions(liveOwnerWait, value, answerTimeout, idleTransaction);
    }

    public DatabaseOptions withAnswerTimeout(Duration value) {
        return new DatabaseOptions(liveOwnerWait, ownerSilence, value, idleTransaction);
    }

    public DatabaseOptions withIdleTransaction(Duration value) {
        return new DatabaseOptions(liveOwnerWait, ownerSilence, answerTimeout, value);
    }
}
