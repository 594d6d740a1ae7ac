package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.Quiesced;
import io.reprise.broker.engine.log.Lanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Makes what deliveries may put into an entry: counts, marks, delays, horizons, for what is there and now and then for what isn't. */
final class DeliveryEffects {
    private final Random random;
    private final NaiveVpn vpn;

    DeliveryEffects(Random random, NaiveVpn vpn) {
        this.random = random;
        this.vpn = vpn;
    }

    List<Effect> next() {
        List<Effect> effects = new ArrayList<>();
        for (long endpoint : vpn.endpoints.keySet()) {
            if (!vpn.endpoint(endpoint).copies.isEmpty() && chance(0.5)) {
                effects.add(aboutAMessage(endpoint));
            }
            if (chance(0.1)) {
                effects.add(
                        new Horizon(endpoint, random.nextInt(Lanes.PRIORITIES), vpn.lastMsgId + random.nextInt(1_000)));
            }
        }
        if (chance(0.03)) {
            effects.add(new Quiesced());
        }
        if (chance(0.03)) {
            effects.add(new Horizon(vpn.nextEndpointId, 4, 1_000));
        }
        return effects;
    }

    private Effect aboutAMessage(long endpoint) {
        long msgId = anyMessage(endpoint);
        NaiveVpn.Copy copy = vpn.endpoint(endpoint).copies.get(msgId);
        int generation = chance(0.05) ? 1_000 : copy == null ? 1 : copy.generation();
        return switch (random.nextInt(6)) {
            case 0 -> new Counted(endpoint, generation, msgId, 1 + random.nextInt(9));
            case 1 -> new Counted(endpoint, generation, msgId, 1 + random.nextInt(9), 1 + random.nextInt(100));
            case 2, 3 -> new Presented(endpoint, generation, msgId, random.nextInt(4));
            default -> new Delayed(endpoint, generation, msgId, chance(0.5) ? 0 : 1 + random.nextInt(100));
        };
    }

    private long anyMessage(long endpoint) {
        TreeMap<Long, NaiveVpn.Copy> copies = vpn.endpoint(endpoint).copies;
        long any = 1 + (long) (random.nextDouble() * vpn.lastMsgId);
        Long known = copies.floorKey(any);
        return known == null || chance(0.1) ? any : known;
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }
}
