package io.reprise.broker.web.push;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.work.SerialWork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every REST delivery point at work in this server: looks once a second at what is configured, and ends and begins what differs. One whose
 * configuration has changed is retired first, and the new one begins when nothing of the old is being posted. A VPN that is not served
 * here has none. {@link #tick} and {@link #stop} may be called by any thread.
 */
final class DeliveryPoints {
    private static final System.Logger LOG = System.getLogger(DeliveryPoints.class.getName());

    private final Broker broker;
    private final PushServices services;
    private final SerialWork work;
    private final List<DeliveryPoint> running = new ArrayList<>();
    private boolean stopped;

    DeliveryPoints(Broker broker, PushServices services) {
        this.broker = broker;
        this.services = services;
        this.work = new SerialWork(services.executor(), this::step, () -> {});
    }

    /** Whose delivery points they are. */
    Broker broker() {
        return broker;
    }

    /** Time has passed. Returns at once. */
    void tick() {
        work.signal();
    }

    private void step() {
        try {
            List<PointPlan> wanted = new ArrayList<>();
            broker.vpnNames().forEach(vpn -> wanted.addAll(plans(vpn)));
            follow(wanted);
        } catch (RuntimeException fault) {
            LOG.log(System.Logger.Level.ERROR, "REST delivery points can't be looked after", fault);
        }
    }

    private List<PointPlan> plans(String vpn) {
        try {
            List<PointPlan> plans = PointPlan.of(vpn, broker.administration(vpn).objects());
            Set<ObjectName> there = plans.stream().flatMap(PointPlan::names).collect(Collectors.toSet());
            services.board().retain(vpn, there);
            return plans.stream().filter(PointPlan::isEnabled).toList();
        } catch (BrokerException notServed) {
            LOG.log(System.Logger.Level.DEBUG, "no delivery points of VPN {0}: {1}", vpn, notServed.getMessage());
            return List.of();
        }
    }

    private synchronized void follow(List<PointPlan> wanted) {
        if (stopped) {
            return;
        }
        running.removeIf(DeliveryPoint::hasEnded);
        running.stream().filter(point -> !wanted.contains(point.plan())).forEach(DeliveryPoint::retire);
        Set<String> names = new HashSet<>();
        running.forEach(point -> names.add(key(point.plan())));
        wanted.stream()
                .filter(plan -> names.add(key(plan)))
                .forEach(plan -> running.add(new DeliveryPoint(plan, broker, services)));
        running.forEach(DeliveryPoint::tick);
    }

    private static String key(PointPlan plan) {
        return plan.vpn() + "/" + plan.name().name();
    }

    /** Ends them all. */
    synchronized void stop() {
        stopped = true;
        running.forEach(DeliveryPoint::stop);
        running.clear();
    }
}
