package io.reprise.broker.web.push;

import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.management.PushFigures;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.push.QueueBindingAttributes;
import io.reprise.broker.model.vpn.MessageVpn;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue that messages are taken from: one flow with one session, bound again when the broker has ended it and nothing of it is being
 * posted any more. One thread at a time, but {@link #end}, which any thread may call.
 */
final class Binding {
    private static final System.Logger LOG = System.getLogger(Binding.class.getName());

    private final ObjectView view;
    private final String clientName;
    private final PushServices services;
    private final PushFigures figures;
    private volatile @Nullable Flow flow;
    private volatile @Nullable DeliverySession session;
    private boolean bound;
    private boolean waiting;
    private String lastReason = "";
    private int inFlight;

    Binding(String vpn, ObjectView view, String clientName, PushServices services) {
        this.view = view;
        this.clientName = clientName;
        this.services = services;
        this.figures = services.board().of(vpn, view.name());
    }

    PushFigures figures() {
        return figures;
    }

    boolean isBound() {
        return bound;
    }

    String lastReason() {
        return lastReason;
    }

    String path() {
        return view.values().get(QueueBindingAttributes.POST_REQUEST_TARGET);
    }

    void begun() {
        inFlight++;
    }

    void ended() {
        inFlight--;
    }

    /** Binds it if it is not bound, and can be. */
    void bind(Supplier<MessageVpn> vpn) {
        Flow current = flow;
        if (bound && current != null && !current.endReason().isEmpty()) {
            lost(current.endReason());
        }
        if (bound || inFlight > 0) {
            return;
        }
        end();
        try {
            Flow made = vpn.get()
                    .bind(new BindRequest(EndpointKind.QUEUE, view.name().name(), clientName));
            flow = made;
            session = made.openSession();
            bound = true;
            waiting = false;
            lastReason = "";
            figures.up();
        } catch (BrokerException refused) {
            lost(String.valueOf(refused.getMessage()));
        }
    }

    /** It gives no messages until it is bound again. */
    void lost(String reason) {
        bound = false;
        figures.down(reason, services.clock().instant());
        if (!reason.equals(lastReason)) {
            LOG.log(System.Logger.Level.WARNING, "{0}: {1}", view.name().label(), reason);
        }
        lastReason = reason;
    }

    /**
     * The next message, not yet presented.
     *
     * @param wakeUp told once when there may be one, after a null
     */
    @Nullable
    Delivery take(Runnable wakeUp) {
        DeliverySession open = session;
        if (!bound || waiting || open == null) {
            return null;
        }
        try {
            Delivery taken = open.takeNow();
            if (taken == null) {
                waiting = true;
                open.whenAvailable(wakeUp);
            }
            return taken;
        } catch (BrokerException refusal) {
            lost(String.valueOf(refusal.getMessage()));
            return null;
        }
    }

    /** There may be a message again. */
    void woken() {
        waiting = false;
    }

    /** Where its deliveries are settled. */
    DeliverySession session() {
        DeliverySession open = session;
        if (open == null) {
            throw new IllegalStateException("nothing was taken");
        }
        return open;
    }

    /** No more messages; those being posted may still be settled. */
    void close() {
        bound = false;
        figures.off();
        Flow open = flow;
        if (open != null) {
            open.close();
        }
    }

    /** The end: what is being posted returns, counted. */
    void end() {
        Flow openFlow = flow;
        DeliverySession open = session;
        if (openFlow != null) {
            openFlow.close();
        }
        if (open != null) {
            open.close();
        }
    }
}
