package io.reprise.broker.web.push;

import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.object.VpnObjects;
import io.reprise.broker.model.push.RestDeliveryPointAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A REST delivery point as configured, with all that belongs to it: two that are equal work alike. Immutable.
 *
 * @param consumers in the order of names
 * @param bindings in the order of names
 */
record PointPlan(String vpn, ObjectView point, List<ObjectView> consumers, List<ObjectView> bindings) {
    private static final int PAGE = 1_000;

    /** All of a VPN. */
    static List<PointPlan> of(String vpn, VpnObjects objects) {
        return all(objects, ObjectKind.REST_DELIVERY_POINT, "").stream()
                .map(point -> new PointPlan(
                        vpn,
                        point,
                        all(objects, ObjectKind.REST_CONSUMER, point.name().name()),
                        all(objects, ObjectKind.QUEUE_BINDING, point.name().name())))
                .toList();
    }

    private static List<ObjectView> all(VpnObjects objects, ObjectKind kind, String parent) {
        List<ObjectView> all = new ArrayList<>();
        List<ObjectView> page = List.of();
        do {
            String after = all.isEmpty() ? "" : all.get(all.size() - 1).name().name();
            page = objects.page(kind, parent, after, PAGE);
            all.addAll(page);
        } while (page.size() == PAGE);
        return all;
    }

    ObjectName name() {
        return point.name();
    }

    boolean isEnabled() {
        return point.values().get(RestDeliveryPointAttributes.ENABLED);
    }

    /** Itself and what belongs to it. */
    Stream<ObjectName> names() {
        return Stream.concat(Stream.of(point), Stream.concat(consumers.stream(), bindings.stream()))
                .map(ObjectView::name);
    }
}
