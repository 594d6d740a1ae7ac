package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.CommitCounters;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.StoredContent;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.replay.LogReader;
import io.reprise.broker.engine.replay.LogReader.Page;
import io.reprise.broker.engine.state.LogFigures;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.model.replay.ReplayLogStatus;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** What a VPN's replay log holds, for administrators [spec 2.1]. Thread-safe; an object's calls go to the core that serves then. */
final class EngineReplayLog implements ReplayLog {
    private static final int MAX_LIMIT = 1_000;

    private final VpnLife life;
    private final InstantSource clock;

    EngineReplayLog(VpnLife life, InstantSource clock) {
        this.life = life;
        this.clock = clock;
    }

    /** What a call works with: of the core that serves now. */
    private record Work(VpnCore core, long originBits, ReplayLogConfig config, LogReader reader) {}

    private Work work() {
        Tenure tenure = life.tenure();
        VpnCore core = tenure.core();
        ReplayLogConfig config = core.directory().replayLog();
        if (config == null) {
            throw new BrokerException(ErrorCode.NOT_FOUND, "VPN '" + life.vpn() + "' has no replay log");
        }
        return new Work(core, tenure.originBits(), config, new LogReader(core.store(), core.entries()));
    }

    @Override
    public ReplayLogStatus status() {
        Work work = work();
        LogFigures figures = work.core().figures().replayLog();
        CommitCounters counters = life.counters();
        return new ReplayLogStatus(
                figures.usageBytes(),
                figures.messages(),
                figures.oldestMsgId(),
                figures.oldestTimeMillis(),
                figures.newestMsgId(),
                figures.newestTimeMillis(),
                work.config().createdMillis(),
                counters.logged(),
                counters.trimmed(),
                counters.overQuota(),
                counters.loggedLastMinute(clock.millis()),
                counters.trimmedLastMinute(clock.millis()),
                counters.loggedBytes(),
                counters.trimmedBytes(),
                counters.loggedBytesLastMinute(clock.millis()),
                counters.trimmedBytesLastMinute(clock.millis()));
    }

    @Override
    public List<LoggedMessage> after(long msgId, int limit) {
        Work work = work();
        long throughMsgId = work.core().figures().lastMsgId();
        return page(work, msgId, limit, from -> work.reader().after(from, throughMsgId));
    }

    @Override
    public List<LoggedMessage> before(long msgId, int limit) {
        Work work = work();
        return page(work, msgId, limit, from -> work.reader().before(from));
    }

    private static List<LoggedMessage> page(Work work, long fromMsgId, int limit, LongFunction<Page> pages) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "limit of a page of the replay log", limit, "1 to " + MAX_LIMIT);
        }
        return reading(() -> {
            List<LoggedMessage> messages = new ArrayList<>();
            Page page = pages.apply(fromMsgId);
            while (addAll(page, work.originBits(), limit, messages) && !page.isLast()) {
                page = pages.apply(page.scannedThroughMsgId());
            }
            return messages;
        });
    }

    /** Whether there is room for more. */
    private static boolean addAll(Page page, long originBits, int limit, List<LoggedMessage> messages) {
        for (MessageSlot slot : page.slots()) {
            if (messages.size() == limit) {
                return false;
            }
            messages.add(logged(slot, originBits));
        }
        return messages.size() < limit;
    }

    private static LoggedMessage logged(MessageSlot slot, long originBits) {
        return new LoggedMessage(
                slot.msgId(),
                new ReplicationGroupMsgId(originBits, slot.msgId()),
                slot.topic(),
                slot.sizeBytes(),
                slot.priority(),
                slot.persistent(),
                slot.spooledTimeMillis(),
                slot.senderExpirationMillis());
    }

    @Override
    public long beforeTime(Instant time) {
        Work work = work();
        long first = work.reader().firstMsgIdAtOrAfter(time.toEpochMilli());
        return first == 0 ? work.core().figures().lastMsgId() : first - 1;
    }

    @Override
    public Optional<Message> message(long msgId) {
        Work work = work();
        return reading(() -> {
            StoredContent stored =
                    work.reader().isLogged(msgId) ? work.core().reader().read(msgId) : null;
            return Optional.ofNullable(stored).map(found -> MessageCodec.decode(found.content()));
        });
    }

    @Override
    public long trimOlderThan(Instant time) {
        return work().core().trimReplayLog(logged -> logged.olderThan(time.toEpochMilli()));
    }

    @Override
    public long trimBefore(ReplicationGroupMsgId id) {
        Work work = work();
        if (id.origin() != work.originBits()) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "message to trim the replay log before", id, "an id of this VPN");
        }
        return work.core().trimReplayLog(reading(() -> work.reader().cutBefore(id.msgId())));
    }

    private static <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (StoreUnavailableException e) {
            throw new BrokerException(
                    ErrorCode.DATABASE_UNAVAILABLE, "the replay log could not be read: " + e.getMessage(), e);
        }
    }
}
