package io.reprise.broker.engine.state;

/** Sees a message and the number of the attempt that was being made. */
@FunctionalInterface
public interface PresentedVisitor {
    void visit(int generation, long msgId, int attempt);
}
