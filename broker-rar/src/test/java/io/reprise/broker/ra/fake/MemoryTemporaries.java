package io.reprise.broker.ra.fake;

import io.reprise.broker.model.delivery.TemporaryEndpoint;
import io.reprise.broker.model.delivery.TemporaryRequest;
import io.reprise.broker.model.delivery.TemporaryRequest.SharedSubscription;
import io.reprise.broker.model.delivery.TemporaryRequest.Subscription;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The temporary endpoints of a VPN in memory; its monitor guards them. */
final class MemoryTemporaries {
    private final MemoryVpn vpn;
    private final Map<String, Integer> owners = new HashMap<>();
    private int made;

    MemoryTemporaries(MemoryVpn vpn) {
        this.vpn = vpn;
    }

    TemporaryEndpoint create(TemporaryRequest request) {
        boolean shared = request instanceof SharedSubscription;
        String rest = request instanceof SharedSubscription wanted ? "shared/" + wanted.sharedName() : "" + ++made;
        String name = EndpointName.ofTemporary(rest).text();
        EndpointSettings settings = EndpointSettings.temporary(request.kind(), shared, selector(request));
        vpn.create(new EndpointView(request.kind(), name, settings, topics(request), 1));
        owners.merge(name, 1, Integer::sum);
        return new Held(request.kind(), name);
    }

    private static String selector(TemporaryRequest request) {
        if (request instanceof Subscription own) {
            return own.selector();
        }
        return request instanceof SharedSubscription shared ? shared.selector() : "";
    }

    private static List<TopicFilter> topics(TemporaryRequest request) {
        if (request instanceof Subscription own) {
            return List.of(own.topic());
        }
        return request instanceof SharedSubscription shared ? List.of(shared.topic()) : List.of();
    }

    private final class Held implements TemporaryEndpoint {
        private final EndpointKind kind;
        private final String name;
        private boolean closed;

        Held(EndpointKind kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        @Override
        public EndpointKind kind() {
            return kind;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void close() {
            synchronized (vpn) {
                if (!closed && owners.merge(name, -1, Integer::sum) == 0) {
                    MemoryEndpoint gone = vpn.remove(kind, name);
                    if (gone != null) {
                        gone.end(kind.text() + " '" + name + "' was deleted");
                    }
                }
                closed = true;
            }
        }
    }
}
