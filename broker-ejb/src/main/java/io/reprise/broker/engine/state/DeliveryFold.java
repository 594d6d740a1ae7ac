package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.Quiesced;
import java.util.Map;

/** What deliveries change on endpoints beside the backlog: counts, marks, delays, horizons [LOG.md L24]. Pure but for them. */
final class DeliveryFold {
    private DeliveryFold() {}

    static void apply(Effect effect, Map<Long, EndpointState> endpoints, long commitNo) {
        if (effect instanceof Counted counted) {
            EndpointState endpoint = endpoints.get(counted.endpointId());
            if (endpoint != null) {
                endpoint.count(
                        counted.generation(),
                        counted.msgId(),
                        counted.attempts(),
                        counted.delayedUntilMillis(),
                        commitNo);
            }
        } else if (effect instanceof Presented presented) {
            EndpointState endpoint = endpoints.get(presented.endpointId());
            if (endpoint != null) {
                endpoint.present(presented.generation(), presented.msgId(), presented.attempt(), commitNo);
            }
        } else if (effect instanceof Delayed delayed) {
            EndpointState endpoint = endpoints.get(delayed.endpointId());
            if (endpoint != null) {
                endpoint.delay(delayed.generation(), delayed.msgId(), delayed.untilMillis(), commitNo);
            }
        } else if (effect instanceof Horizon horizon) {
            EndpointState endpoint = endpoints.get(horizon.endpointId());
            if (endpoint != null) {
                endpoint.reserveHorizon(horizon.priority(), horizon.msgId(), commitNo);
            }
        } else if (effect instanceof Opened) {
            endpoints.values().forEach(endpoint -> endpoint.suspectReserved(commitNo));
        } else if (effect instanceof Quiesced) {
            endpoints.values().forEach(endpoint -> endpoint.giveBackHorizon(commitNo));
        }
    }
}
