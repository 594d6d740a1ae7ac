package io.reprise.broker.engine.store;

/**
 * What a change of configuration writes: entities of {@code io.reprise.broker.model.store}, in the transaction of its log entry
 * [LOG.md L6]. Committer thread only; what it throws rolls everything back.
 */
public interface ConfigurationWrites {
    void insert(Object entity);

    void update(Object entity);

    void delete(Object entity);
}
