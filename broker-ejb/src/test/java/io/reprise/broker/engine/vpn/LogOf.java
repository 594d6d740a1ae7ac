package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.replay.LogReader;
import io.reprise.broker.engine.replay.LogReader.Page;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.topic.TopicFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The replay log of a broker under test, and what is in it. */
final class LogOf {
    static final String NAME = "log";
    static final long MB = 1_000_000;

    private final TestVpn broker;

    LogOf(TestVpn broker) {
        this.broker = broker;
    }

    /** Makes one that takes everything. */
    LogOf create(long quotaMb) {
        broker.administration.createReplayLog(
                NAME,
                ReplayLogSettings.DEFAULTS
                        .with(ReplayLogAttributes.MAX_SPOOL_USAGE, quotaMb)
                        .with(ReplayLogAttributes.INGRESS_ENABLED, true)
                        .with(ReplayLogAttributes.EGRESS_ENABLED, true));
        return this;
    }

    <T> void change(Attribute<T> attribute, T value) {
        ReplayLogSettings before =
                broker.administration.replayLogView().orElseThrow().settings();
        broker.administration.changeReplayLog(NAME, before.with(attribute, value), -1);
    }

    void filter(String... filters) {
        for (String filter : filters) {
            broker.administration.addReplayLogFilter(NAME, TopicFilter.of(filter));
        }
        change(ReplayLogAttributes.TOPIC_FILTER_ENABLED, true);
    }

    LogReader reader() {
        return new LogReader(broker.core().store(), broker.core().atBoundary(VpnState::entries));
    }

    /** Its messages, rising. */
    List<MessageSlot> slots() {
        List<MessageSlot> slots = new ArrayList<>();
        long through = broker.core().figures().lastMsgId();
        Page page = reader().after(0, through);
        slots.addAll(page.slots());
        while (!page.isLast()) {
            page = reader().after(page.scannedThroughMsgId(), through);
            slots.addAll(page.slots());
        }
        return slots;
    }

    List<Long> ids() {
        return slots().stream().map(MessageSlot::msgId).toList();
    }

    List<String> topics() {
        return slots().stream().map(MessageSlot::topic).toList();
    }

    /** Their texts, read back. */
    List<String> texts() {
        return slots().stream()
                .map(slot -> Objects.requireNonNull(broker.core().reader().read(slot.msgId())))
                .map(stored -> new String(MessageCodec.decode(stored.content()).body(), StandardCharsets.UTF_8))
                .toList();
    }

    long usageBytes() {
        return broker.core().atBoundary(state -> state.log().sizeBytes());
    }
}
