package io.reprise.broker.engine.change;

import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.model.definition.EndpointDefinition;
import io.reprise.broker.model.definition.ObjectDefinition;
import io.reprise.broker.model.definition.ReplayLogDefinition;
import io.reprise.broker.model.definition.VpnDefinition;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.object.ObjectKind;
import java.util.ArrayList;
import java.util.List;

/** What is configured of a VPN, as definitions (spec 5.3). Stateless. */
public final class VpnExport {
    private VpnExport() {}

    /** As of one moment on the committer's thread; on others a change that is taken over just then may be seen in part. */
    public static VpnDefinition of(String vpn, EndpointDirectory directory) {
        List<EndpointDefinition> endpoints = new ArrayList<>();
        for (EndpointKind kind : EndpointKind.values()) {
            directory.page(kind, "", Integer.MAX_VALUE).stream()
                    .filter(endpoint -> !endpoint.isTemporary())
                    .map(endpoint -> new EndpointDefinition(
                            kind, endpoint.name(), endpoint.settings(), List.copyOf(endpoint.subscriptions())))
                    .forEach(endpoints::add);
        }
        ReplayLogConfig log = directory.replayLog();
        List<ReplayLogDefinition> logs = log == null
                ? List.of()
                : List.of(new ReplayLogDefinition(
                        log.name(), log.settings(), log.filters().filters()));
        List<ObjectDefinition> objects = new ArrayList<>();
        for (ObjectKind kind : ObjectKind.values()) {
            directory.objects().of(kind).stream()
                    .map(object -> new ObjectDefinition(object.name(), object.values()))
                    .forEach(objects::add);
        }
        return new VpnDefinition(vpn, directory.vpn().settings(), endpoints, logs, objects);
    }
}
