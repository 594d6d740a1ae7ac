package io.reprise.broker.web.push;

import io.reprise.broker.model.access.ClientIdentity;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.management.PushFigures;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.model.vpn.MessageVpn;
import io.reprise.broker.web.work.SerialWork;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A REST delivery point at work: takes messages of its queues, each in turn, while a target has room, posts them and settles them as the
 * answers say. What happens is told to it ({@link #tell}) and done in its {@link SerialWork}, one thing after the other, on the server's
 * threads; none waits for a target. An administrator set it up, and it may what he may: access rules don't bind it.
 */
final class DeliveryPoint {
    private static final System.Logger LOG = System.getLogger(DeliveryPoint.class.getName());

    private final PointPlan plan;
    private final PushServices services;
    private final Broker broker;
    private final PushFigures figures;
    private final List<Target> targets;
    private final List<Binding> bindings;
    private final List<Post> posts = new ArrayList<>();
    private final SerialWork work;
    private final Deque<Runnable> told = new ArrayDeque<>();
    private int nextTarget;
    private int nextBinding;
    private boolean retiring;
    private String lastWhy = "";
    private volatile boolean ended;

    DeliveryPoint(PointPlan plan, Broker broker, PushServices services) {
        this.plan = plan;
        this.broker = broker;
        this.services = services;
        this.figures = services.board().of(plan.vpn(), plan.name());
        this.targets = plan.consumers().stream()
                .map(view -> new Target(plan.vpn(), view, services))
                .toList();
        this.bindings = plan.bindings().stream()
                .map(view -> new Binding(plan.vpn(), view, clientName(), services))
                .toList();
        this.work = new SerialWork(services.executor(), this::step, () -> {});
    }

    PointPlan plan() {
        return plan;
    }

    private String clientName() {
        return "#rdp/" + plan.name().name();
    }

    private MessageVpn vpn() {
        ClientIdentity self = new ClientIdentity(clientName(), ClientIdentity.IN_SERVER, true);
        return broker.vpn(plan.vpn(), self).named(clientName());
    }

    /** Whether it has ended: nothing of it is being posted. */
    boolean hasEnded() {
        return ended;
    }

    /** Has something done, soon. Returns at once. */
    private void tell(Runnable what) {
        synchronized (told) {
            told.add(what);
        }
        work.signal();
    }

    private @Nullable Runnable nextTold() {
        synchronized (told) {
            return told.poll();
        }
    }

    /** Time has passed. Returns at once. */
    void tick() {
        tell(this::look);
    }

    /** Takes no more messages; those being posted are still settled, and then it has ended. Returns at once. */
    void retire() {
        tell(() -> {
            retiring = true;
            bindings.forEach(Binding::close);
        });
    }

    /** Ends it here and now: what is being posted returns, counted. */
    void stop() {
        ended = true;
        bindings.forEach(Binding::end);
    }

    private void step() {
        try {
            for (Runnable next = nextTold(); next != null && !ended; next = nextTold()) {
                next.run();
            }
            if (retiring && posts.isEmpty()) {
                end();
            } else if (!retiring && !ended) {
                fill();
                tellWhetherUp();
            }
        } catch (RuntimeException fault) {
            LOG.log(System.Logger.Level.ERROR, plan.name().label() + " of VPN '" + plan.vpn() + "' failed", fault);
        }
    }

    private void end() {
        stop();
        targets.forEach(Target::off);
        figures.off();
    }

    private void look() {
        long now = services.clock().millis();
        posts.stream().filter(post -> post.deadlineMillis() <= now).forEach(Post::breakOff);
        if (!retiring) {
            bindings.forEach(binding -> binding.bind(this::vpn));
            targets.forEach(Target::look);
        }
        if (ended) {
            bindings.forEach(Binding::end); // what was bound while another thread stopped it
        }
    }

    private void tellWhetherUp() {
        boolean oneBound = bindings.stream().anyMatch(Binding::isBound);
        boolean oneUp = targets.stream().anyMatch(Target::isUp);
        String why = oneBound && oneUp ? "" : oneUp ? whyNotBound() : whyNoTarget();
        if (why.isEmpty()) {
            figures.up();
        } else if (!why.equals(lastWhy)) {
            figures.down(why, services.clock().instant());
        }
        lastWhy = why;
    }

    private String whyNotBound() {
        return bindings.isEmpty()
                ? "no queue binding"
                : "not bound: " + bindings.get(0).lastReason();
    }

    private String whyNoTarget() {
        String reason = targets.isEmpty() ? "no REST consumer" : targets.get(0).lastReason();
        return reason.isEmpty() ? "no REST consumer is enabled" : reason;
    }

    private void fill() {
        for (int tried = 0; tried < targets.size(); ) {
            Target target = targets.get(Math.floorMod(nextTarget++, targets.size()));
            InetAddress address = target.room();
            if (address == null) {
                tried++;
            } else if (sendNext(target, address)) {
                tried = 0;
            } else {
                return;
            }
        }
    }

    /** False if no queue has a message. */
    private boolean sendNext(Target target, InetAddress address) {
        for (int tried = 0; tried < bindings.size(); tried++) {
            Binding binding = bindings.get(Math.floorMod(nextBinding++, bindings.size()));
            Delivery taken = binding.take(() -> tell(binding::woken));
            if (taken != null) {
                send(target, address, binding, taken);
                return true;
            }
        }
        return false;
    }

    private void send(Target target, InetAddress address, Binding binding, Delivery taken) {
        if (!present(binding, taken)) {
            binding.session().giveBack(taken);
            return;
        }
        long deadline = services.clock().millis() + target.patience().toMillis();
        Post post = new Post(target, binding, taken, deadline, List.of(figures, target.figures(), binding.figures()));
        posts.add(post);
        post.begin();
        try {
            post.sent(services.poster()
                    .post(target.request(address, binding.path(), taken), how -> tell(() -> answered(post, how))));
        } catch (RuntimeException fault) {
            LOG.log(System.Logger.Level.ERROR, "message " + taken.msgId() + " can't be posted", fault);
            failed(post, "can't be made a request: " + fault);
        }
    }

    private boolean present(Binding binding, Delivery taken) {
        try {
            return binding.session().present(taken);
        } catch (BrokerException refusal) {
            binding.lost(String.valueOf(refusal.getMessage()));
            return false;
        }
    }

    private void answered(Post post, PostOutcome how) {
        if (how instanceof PostOutcome.Unreached unreached) {
            post.target().unreachable(unreached.reason());
            post.binding().session().giveBack(post.delivery());
            post.end();
            post.figures().forEach(PushFigures::unreached);
            posts.remove(post);
            return;
        }
        post.target().reached();
        if (how instanceof PostOutcome.Failed failure) {
            failed(post, failure.reason());
        } else {
            acknowledge(post);
        }
    }

    /** The line after which the message is done: what its target has, and this does not reach, is posted again. */
    private void acknowledge(Post post) {
        try {
            vpn().submit(WorkUnit.acknowledging(post.delivery()))
                    .whenSettled(services.executor(), outcome -> tell(() -> acknowledged(post, outcome)));
        } catch (BrokerException refused) {
            failed(post, "taken, and not acknowledged: " + refused.getMessage());
        }
    }

    private void acknowledged(Post post, CommitOutcome outcome) {
        if (outcome instanceof CommitOutcome.Stored) {
            post.end();
            post.figures().forEach(PushFigures::acked);
            posts.remove(post);
        } else {
            failed(post, "taken, and not acknowledged: " + outcome);
        }
    }

    /** Counted, delayed, and after the last attempt allowed dead-lettered, as the queue says. */
    private void failed(Post post, String reason) {
        LOG.log(
                System.Logger.Level.DEBUG,
                "message {0} of {1}: {2}",
                post.delivery().msgId(),
                plan.name().label(),
                reason);
        post.end();
        post.figures().forEach(counts -> counts.failed(reason, services.clock().instant()));
        posts.remove(post);
        post.binding().session().release(post.delivery());
    }
}
