package io.reprise.broker.engine.replay;

import io.reprise.broker.engine.commit.ReplayOrder;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.model.replay.ReplayPreview;
import io.reprise.broker.model.replay.ReplayRange;
import java.util.List;
import java.util.Optional;

/** Counts what a replay would do [spec 2.2]. One thread; reads all heads of the log. */
public final class ReplayCounting {
    private final VpnCore core;
    private final LogReader log;
    private final ReplayLocator locator;

    public ReplayCounting(VpnCore core, LogReader log, ReplayLocator locator) {
        this.core = core;
        this.log = log;
        this.locator = locator;
    }

    /** The counts; what is published or acknowledged meanwhile may or may not be in them. */
    public ReplayPreview preview(EndpointConfig endpoint, ReplayOrder order, boolean topicFilterEnabled) {
        long lastMsgId = core.figures().lastMsgId();
        long throughMsgId = Math.min(order.throughMsgId(), lastMsgId);
        ReplayRange range = locator.range(order.fromMsgId(), throughMsgId);
        ReplaySelection selection = new ReplaySelection(core, endpoint, endpoint.attracts());
        long removed = onEndpoint(endpoint);
        long matching = 0;
        long removedLogged = 0;
        long from = 0;
        boolean goesOn = true;
        while (goesOn) {
            LogReader.Page page = log.after(from, lastMsgId);
            for (MessageSlot slot : page.slots()) {
                boolean inRange = slot.msgId() > order.fromMsgId() && slot.msgId() <= throughMsgId;
                matching += inRange && selection.selects(slot) ? 1 : 0;
            }
            removedLogged += removed == 0 ? 0 : onEndpoint(endpoint, page.slots());
            from = page.scannedThroughMsgId();
            goesOn = !page.isLast();
        }
        return new ReplayPreview(range, matching, removed, Math.max(0, removed - removedLogged), topicFilterEnabled);
    }

    private long onEndpoint(EndpointConfig endpoint) {
        return core.atBoundary(state -> Optional.ofNullable(state.endpoint(endpoint.id()))
                .map(EndpointState::messages)
                .orElse(0L));
    }

    /** How many of these are on the endpoint. */
    private long onEndpoint(EndpointConfig endpoint, List<MessageSlot> slots) {
        return core.atBoundary(state -> {
            EndpointState on = state.endpoint(endpoint.id());
            return on == null
                    ? 0L
                    : slots.stream().filter(slot -> on.contains(slot.msgId())).count();
        });
    }
}
