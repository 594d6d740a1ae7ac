package io.reprise.broker.engine.deliver;

import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * What every endpoint's dispatch of a VPN shares.
 *
 * @param vpn the VPN's name
 * @param originBits half of each {@code replicationGroupMsgId}
 * @param reader reads messages back
 * @param sink takes what must become durable
 * @param wakeUps runs sessions' wake-ups, which are foreign code and must not run on the committer [LOG.md L5]
 * @param timer has waiting messages offered again when their time comes
 * @param replays keeps replays going, and takes requests for them
 * @param clock tells expiry and delays
 */
public record DispatchContext(
        String vpn,
        long originBits,
        MessageReader reader,
        SettlementSink sink,
        Executor wakeUps,
        DispatchTimer timer,
        ReplayLink replays,
        InstantSource clock) {}
