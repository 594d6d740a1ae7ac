package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.access.AclProfileAttributes;
import io.reprise.broker.model.access.ClientUsernameAttributes;
import io.reprise.broker.model.access.DefaultAction;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.management.EndpointView;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.management.VpnAdministration;
import io.reprise.broker.model.object.ObjectKind;
import io.reprise.broker.model.object.ObjectName;
import io.reprise.broker.model.object.ObjectView;
import io.reprise.broker.model.settings.AttributeValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** What an administrator makes, changes and deletes by its version; of each kind one, called x. */
enum VersionedKind {
    QUEUE(new OfEndpoint(EndpointKind.QUEUE, TestVpn.queue())),
    TOPIC_ENDPOINT(new OfEndpoint(EndpointKind.TOPIC_ENDPOINT, TestVpn.topicEndpoint())),
    REPLAY_LOG(new OfReplayLog()),
    ACL_PROFILE(new OfObject(
            ObjectKind.ACL_PROFILE,
            value -> defaults(ObjectKind.ACL_PROFILE)
                    .with(
                            AclProfileAttributes.PUBLISH,
                            DefaultAction.values()[value % DefaultAction.values().length]))),
    CLIENT_USERNAME(new OfObject(
            ObjectKind.CLIENT_USERNAME,
            value -> defaults(ObjectKind.CLIENT_USERNAME).with(ClientUsernameAttributes.ENABLED, value % 2 == 0)));

    private static final String NAME = "x";

    private final Calls calls;

    VersionedKind(Calls calls) {
        this.calls = calls;
    }

    /** The calls by which it is administered. */
    private interface Calls {
        void create(VpnAdministration vpn);

        Optional<Long> version(VpnAdministration vpn);

        void change(VpnAdministration vpn, int value, long expectedVersion);

        void delete(VpnAdministration vpn, long expectedVersion);
    }

    void create(VpnAdministration vpn) {
        calls.create(vpn);
    }

    /** Empty if there is none. */
    Optional<Long> version(VpnAdministration vpn) {
        return calls.version(vpn);
    }

    void change(VpnAdministration vpn, int value, long expectedVersion) {
        calls.change(vpn, value, expectedVersion);
    }

    void delete(VpnAdministration vpn, long expectedVersion) {
        calls.delete(vpn, expectedVersion);
    }

    private static AttributeValues defaults(ObjectKind kind) {
        return kind.attributes().defaults();
    }

    private record OfEndpoint(EndpointKind kind, EndpointSettings settings) implements Calls {
        @Override
        public void create(VpnAdministration vpn) {
            vpn.createEndpoint(kind, NAME, settings, List.of());
        }

        @Override
        public Optional<Long> version(VpnAdministration vpn) {
            return vpn.endpoint(kind, NAME).map(EndpointView::version);
        }

        @Override
        public void change(VpnAdministration vpn, int value, long expectedVersion) {
            vpn.changeEndpoint(
                    kind, NAME, settings.with(EndpointAttributes.MAX_BIND_COUNT, (long) value), expectedVersion);
        }

        @Override
        public void delete(VpnAdministration vpn, long expectedVersion) {
            vpn.deleteEndpoint(kind, NAME, expectedVersion);
        }
    }

    private record OfReplayLog() implements Calls {
        @Override
        public void create(VpnAdministration vpn) {
            vpn.createReplayLog(NAME, ReplayLogSettings.DEFAULTS);
        }

        @Override
        public Optional<Long> version(VpnAdministration vpn) {
            return vpn.replayLogView().map(ReplayLogView::version);
        }

        @Override
        public void change(VpnAdministration vpn, int value, long expectedVersion) {
            ReplayLogSettings settings = ReplayLogSettings.DEFAULTS.with(Map.of("maxSpoolUsage", value));
            vpn.changeReplayLog(NAME, settings, expectedVersion);
        }

        @Override
        public void delete(VpnAdministration vpn, long expectedVersion) {
            vpn.deleteReplayLog(NAME, expectedVersion);
        }
    }

    private record OfObject(ObjectKind kind, IntFunction<AttributeValues> values) implements Calls {
        private ObjectName name() {
            return ObjectName.of(kind, NAME);
        }

        @Override
        public void create(VpnAdministration vpn) {
            vpn.objects().create(name(), defaults(kind));
        }

        @Override
        public Optional<Long> version(VpnAdministration vpn) {
            return vpn.objects().find(name()).map(ObjectView::version);
        }

        @Override
        public void change(VpnAdministration vpn, int value, long expectedVersion) {
            vpn.objects().change(name(), values.apply(value), expectedVersion);
        }

        @Override
        public void delete(VpnAdministration vpn, long expectedVersion) {
            vpn.objects().delete(name(), expectedVersion);
        }
    }
}
