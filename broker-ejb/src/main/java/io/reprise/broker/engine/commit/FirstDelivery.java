package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.Placement;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.endpoint.EndpointSettings;

/**
 * When a message that is placed may first be delivered: not before its sender's delivery time, and not before the endpoint's
 * {@code deliveryDelay} has passed since it came there [spec 1.4, JMS 3.1 §3.4.13]. The committer's.
 */
final class FirstDelivery {
    private FirstDelivery() {}

    /** Says in the entry that places it how long a message waits, on each endpoint where it does. */
    static void delay(MessageSlot placed, VpnState state, EndpointDirectory directory, Draft draft) {
        // On a dead message queue nothing waits for what its publisher said.
        boolean dead = placed.alias() != null && placed.alias().dead();
        for (Placement placement : placed.placements()) {
            EndpointConfig endpoint = directory.byId(placement.endpointId());
            EndpointState on = state.endpoint(placement.endpointId());
            if (endpoint != null && on != null) {
                long untilMillis =
                        untilMillis(endpoint.settings(), dead ? 0 : placed.deliveryTimeMillis(), draft.nowMillis());
                if (untilMillis != 0) {
                    draft.delay(on, placed.msgId(), untilMillis);
                }
            }
        }
    }

    /** Until when a message waits that comes now, milliseconds of the epoch; 0 = it doesn't. */
    static long untilMillis(EndpointSettings settings, long senderDeliveryTimeMillis, long nowMillis) {
        long untilMillis = Math.max(
                senderDeliveryTimeMillis, nowMillis + settings.deliveryDelay().toMillis());
        return untilMillis > nowMillis ? untilMillis : 0;
    }
}
