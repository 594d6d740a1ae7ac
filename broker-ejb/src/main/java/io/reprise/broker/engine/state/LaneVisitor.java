package io.reprise.broker.engine.state;

/** Sees a lane's number and an id in it. */
@FunctionalInterface
public interface LaneVisitor {
    void visit(int lane, long msgId);
}
