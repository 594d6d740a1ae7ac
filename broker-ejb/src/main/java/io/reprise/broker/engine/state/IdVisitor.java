package io.reprise.broker.engine.state;

/** Sees message ids one by one. */
@FunctionalInterface
public interface IdVisitor {
    /** Returns false to end the walk. */
    boolean visit(long msgId);
}
