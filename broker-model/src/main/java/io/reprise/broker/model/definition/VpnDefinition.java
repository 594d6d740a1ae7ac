package io.reprise.broker.model.definition;

import io.reprise.broker.model.management.VpnSettings;
import java.util.List;

/**
 * All that is configured of a VPN: no messages, no figures, no secrets, nothing that goes with its owner.
 *
 * @param endpoints queues first, each kind in the order of names; no temporary ones
 * @param replayLogs one at most where this is a VPN as it is; a document may have more, and is refused
 * @param objects in their order
 */
public record VpnDefinition(
        String name,
        VpnSettings settings,
        List<EndpointDefinition> endpoints,
        List<ReplayLogDefinition> replayLogs,
        List<ObjectDefinition> objects) {}
