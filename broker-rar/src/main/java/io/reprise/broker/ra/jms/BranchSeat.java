package io.reprise.broker.ra.jms;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.publish.WorkUnit;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection's seat in branches: which unit takes its work now, and which of its deliveries each undecided unit holds. */
final class BranchSeat implements ConnectionBranch {
    private final Map<WorkUnit, List<ClientDelivery>> taken = new IdentityHashMap<>();
    private @Nullable WorkUnit joined;

    @Override
    public synchronized void join(WorkUnit unit) {
        if (joined != null) {
            throw new IllegalStateException("the connection is in a branch already");
        }
        joined = unit;
    }

    @Override
    public synchronized void leave() {
        joined = null;
    }

    @Override
    public void settled(WorkUnit unit) {
        end(unit).forEach(ClientDelivery::settle);
    }

    @Override
    public void returned(WorkUnit unit) {
        end(unit).forEach(ClientDelivery::release);
    }

    synchronized boolean isJoined() {
        return joined != null;
    }

    /** Puts a message into the unit joined; false if there is none. */
    synchronized boolean publish(Message message) {
        if (joined == null) {
            return false;
        }
        joined.publish(message);
        return true;
    }

    /** Acknowledges a delivery in the unit joined; false if there is none. */
    synchronized boolean acknowledge(ClientDelivery delivery) {
        if (joined == null) {
            return false;
        }
        if (delivery.putInUnit()) {
            joined.acknowledge(delivery.delivery());
            taken.computeIfAbsent(joined, unit -> new ArrayList<>(1)).add(delivery);
        }
        return true;
    }

    private synchronized List<ClientDelivery> end(WorkUnit unit) {
        List<ClientDelivery> deliveries = taken.remove(unit);
        return deliveries == null ? List.of() : deliveries;
    }
}
