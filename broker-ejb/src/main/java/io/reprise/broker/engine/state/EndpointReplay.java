package io.reprise.broker.engine.state;

import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.replay.ReplayFailure;
import io.reprise.broker.model.replay.ReplayState;
import java.util.ArrayList;
import java.util.List;

/**
 * The durable facts of an endpoint's replay, the last or the running one [spec 2.4]. Immutable: an effect makes another. Times are
 * milliseconds of the epoch, 0 = never.
 *
 * @param state how far it is
 * @param starts how many there were
 * @param successes how many completed
 * @param failures how many failed or were cancelled
 * @param generation the backlog its copies are in, by which it is known [LOG.md L22]; 0 if there was none
 * @param fromMsgId it began after this message
 * @param cursorMsgId it has looked at the log up to this message
 * @param throughMsgId it ends with this message
 * @param ratePerSecond at most; 0 = no limit
 * @param filters what it selects: the endpoint's subscriptions when it began [LOG.md L23]
 * @param fedMsgs copies it has put on the endpoint
 * @param startedMillis when the last one began
 * @param completedMillis when one completed
 * @param failedMillis when one failed
 * @param failure why
 * @param fedMillis when copies were last put on the endpoint
 * @param suspectMsgId copies up to this one may have been presented before an unclean stop [LOG.md L24]
 * @param spentIds names of clients' requests that were accepted, the latest last
 */
public record EndpointReplay(
        ReplayState state,
        long starts,
        long successes,
        long failures,
        int generation,
        long fromMsgId,
        long cursorMsgId,
        long throughMsgId,
        int ratePerSecond,
        List<String> filters,
        long fedMsgs,
        long startedMillis,
        long completedMillis,
        long failedMillis,
        ReplayFailure failure,
        long fedMillis,
        long suspectMsgId,
        List<String> spentIds) {
    /** So many names of requests are remembered for an endpoint. */
    public static final int SPENT_IDS = 1_000;

    /** There was none. */
    public static final EndpointReplay NONE = new EndpointReplay(
            ReplayState.NONE, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), 0, 0, 0, 0, ReplayFailure.NONE, 0, 0, List.of());

    EndpointReplay started(ReplayStarted start) {
        List<String> spent = new ArrayList<>(spentIds);
        if (!start.replayId().isEmpty() && !spent.contains(start.replayId())) {
            spent.add(start.replayId());
        }
        return new EndpointReplay(
                ReplayState.INITIALIZING,
                starts + 1,
                successes,
                failures,
                start.generation(),
                start.fromMsgId(),
                start.fromMsgId(),
                start.throughMsgId(),
                start.ratePerSecond(),
                start.filters(),
                0,
                start.timeMillis(),
                completedMillis,
                failedMillis,
                failure,
                0,
                0,
                spent.size() > SPENT_IDS ? List.copyOf(spent.subList(1, spent.size())) : List.copyOf(spent));
    }

    EndpointReplay fed(Fed fed) {
        return with(
                ReplayState.ACTIVE,
                fed.cursorMsgId(),
                fedMsgs + fed.msgIds().length,
                fed.msgIds().length == 0 ? fedMillis : fed.timeMillis(),
                suspectMsgId);
    }

    EndpointReplay joined() {
        return with(ReplayState.PENDING_COMPLETE, cursorMsgId, fedMsgs, fedMillis, suspectMsgId);
    }

    /** A new owner began: copies that are on the endpoint may have been presented. */
    EndpointReplay suspected() {
        return with(state, cursorMsgId, fedMsgs, fedMillis, cursorMsgId);
    }

    private EndpointReplay with(ReplayState next, long cursor, long fed, long fedAt, long suspect) {
        return new EndpointReplay(
                next,
                starts,
                successes,
                failures,
                generation,
                fromMsgId,
                cursor,
                throughMsgId,
                ratePerSecond,
                filters,
                fed,
                startedMillis,
                completedMillis,
                failedMillis,
                failure,
                fedAt,
                suspect,
                spentIds);
    }

    EndpointReplay ended(ReplayEnded end) {
        boolean complete = end.failure() == ReplayFailure.NONE;
        return new EndpointReplay(
                complete ? ReplayState.COMPLETE : ReplayState.FAILED,
                starts,
                successes + (complete ? 1 : 0),
                failures + (complete ? 0 : 1),
                generation,
                fromMsgId,
                cursorMsgId,
                throughMsgId,
                ratePerSecond,
                filters,
                fedMsgs,
                startedMillis,
                complete ? end.timeMillis() : completedMillis,
                complete ? failedMillis : end.timeMillis(),
                complete ? failure : end.failure(),
                fedMillis,
                suspectMsgId,
                spentIds);
    }

    void serialize(WireWriter out) {
        out.writeByte(state.ordinal())
                .writeVarLong(starts)
                .writeVarLong(successes)
                .writeVarLong(failures);
        out.writeVarInt(generation)
                .writeVarLong(fromMsgId)
                .writeVarLong(cursorMsgId)
                .writeVarLong(throughMsgId)
                .writeVarInt(ratePerSecond);
        writeTexts(out, filters);
        out.writeVarLong(fedMsgs).writeVarLong(startedMillis).writeVarLong(completedMillis);
        out.writeVarLong(failedMillis)
                .writeByte(failure.ordinal())
                .writeVarLong(fedMillis)
                .writeVarLong(suspectMsgId);
        writeTexts(out, spentIds);
    }

    private static void writeTexts(WireWriter out, List<String> texts) {
        out.writeVarInt(texts.size());
        texts.forEach(out::writeString);
    }

    /** Reads what {@link #serialize} wrote; {@link MalformedWireException} if it can't be that. */
    static EndpointReplay load(WireReader in) {
        ReplayState[] states = ReplayState.values();
        ReplayFailure[] reasons = ReplayFailure.values();
        return new EndpointReplay(
                states[ordinal(in, states.length, "replay state")],
                in.readVarLong(),
                in.readVarLong(),
                in.readVarLong(),
                in.readVarInt(),
                in.readVarLong(),
                in.readVarLong(),
                in.readVarLong(),
                in.readVarInt(),
                readTexts(in),
                in.readVarLong(),
                in.readVarLong(),
                in.readVarLong(),
                in.readVarLong(),
                reasons[ordinal(in, reasons.length, "replay failure")],
                in.readVarLong(),
                in.readVarLong(),
                readTexts(in));
    }

    private static int ordinal(WireReader in, int values, String what) {
        int ordinal = in.readByte();
        if (ordinal >= values) {
            throw new MalformedWireException(what + " " + ordinal + ", allowed 0-" + (values - 1));
        }
        return ordinal;
    }

    private static List<String> readTexts(WireReader in) {
        int count = in.readCount();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(in.readString());
        }
        return List.copyOf(texts);
    }
}
