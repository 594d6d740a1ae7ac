package io.reprise.broker.engine.log;

import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayJoined;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.replay.ReplayFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The stored form of a replay's effects, after their tags. Pure. */
final class ReplayCodec {
    private static final int SAME_LANE = 1;
    private static final int EXPIRING = 1 << 1;

    private ReplayCodec() {}

    static void write(WireWriter out, ReplayStarted started) {
        out.writeVarLong(started.endpointId()).writeVarInt(started.generation()).writeVarInt(started.heldBack());
        out.writeVarLong(started.heldFromMsgId()).writeVarInt(started.emptied().size());
        started.emptied().forEach(out::writeVarInt);
        out.writeString(started.replayId());
        out.writeVarLong(started.fromMsgId()).writeVarLong(started.throughMsgId());
        out.writeVarInt(started.ratePerSecond()).writeVarInt(started.filters().size());
        started.filters().forEach(out::writeString);
        out.writeVarLong(started.timeMillis());
    }

    static ReplayStarted readStarted(WireReader in) {
        long endpointId = in.readVarLong();
        int generation = in.readVarInt();
        int heldBack = in.readVarInt();
        long heldFromMsgId = in.readVarLong();
        int emptiedCount = in.readCount();
        List<Integer> emptied = new ArrayList<>(emptiedCount);
        for (int i = 0; i < emptiedCount; i++) {
            emptied.add(in.readVarInt());
        }
        String replayId = in.readString();
        long fromMsgId = in.readVarLong();
        long throughMsgId = in.readVarLong();
        int ratePerSecond = in.readVarInt();
        int filterCount = in.readCount();
        List<String> filters = new ArrayList<>(filterCount);
        for (int i = 0; i < filterCount; i++) {
            filters.add(in.readString());
        }
        return new ReplayStarted(
                endpointId,
                generation,
                heldBack,
                heldFromMsgId,
                emptied,
                replayId,
                fromMsgId,
                throughMsgId,
                ratePerSecond,
                filters,
                in.readVarLong());
    }

    static void write(WireWriter out, Fed fed) {
        int[] lanes = fed.lanes();
        boolean sameLane = lanes.length > 0 && Arrays.stream(lanes).allMatch(lane -> lane == lanes[0]);
        boolean expiring = Arrays.stream(fed.expirationMillis()).anyMatch(millis -> millis != 0);
        out.writeVarLong(fed.endpointId()).writeVarInt(fed.generation()).writeVarLong(fed.cursorMsgId());
        out.writeVarLong(fed.timeMillis()).writeVarLong(fed.sizeBytes());
        out.writeByte((sameLane ? SAME_LANE : 0) | (expiring ? EXPIRING : 0));
        EntryCodec.writeIds(out, fed.msgIds());
        if (sameLane) {
            out.writeVarInt(lanes[0]);
        } else {
            for (int lane : lanes) {
                out.writeVarInt(lane);
            }
        }
        if (expiring) {
            for (long millis : fed.expirationMillis()) {
                out.writeVarLong(millis);
            }
        }
    }

    static Fed readFed(WireReader in) {
        long endpointId = in.readVarLong();
        int generation = in.readVarInt();
        long cursorMsgId = in.readVarLong();
        long timeMillis = in.readVarLong();
        long sizeBytes = in.readVarLong();
        int flags = in.readByte();
        if ((flags & ~(SAME_LANE | EXPIRING)) != 0) {
            throw new MalformedWireException("flags " + flags + " of replayed copies are unknown");
        }
        long[] msgIds = EntryCodec.readIds(in);
        int[] lanes = new int[msgIds.length];
        if ((flags & SAME_LANE) != 0) {
            Arrays.fill(lanes, in.readVarInt());
        } else {
            for (int i = 0; i < lanes.length; i++) {
                lanes[i] = in.readVarInt();
            }
        }
        long[] expirationMillis = new long[msgIds.length];
        for (int i = 0; (flags & EXPIRING) != 0 && i < lanes.length; i++) {
            expirationMillis[i] = in.readVarLong();
        }
        return new Fed(endpointId, generation, cursorMsgId, msgIds, lanes, expirationMillis, sizeBytes, timeMillis);
    }

    static void write(WireWriter out, ReplayJoined joined) {
        out.writeVarLong(joined.endpointId()).writeVarInt(joined.generation());
    }

    static ReplayJoined readJoined(WireReader in) {
        return new ReplayJoined(in.readVarLong(), in.readVarInt());
    }

    static void write(WireWriter out, ReplayEnded ended) {
        out.writeVarLong(ended.endpointId()).writeVarInt(ended.generation());
        out.writeByte(ended.failure().ordinal()).writeVarLong(ended.timeMillis());
    }

    static ReplayEnded readEnded(WireReader in) {
        long endpointId = in.readVarLong();
        int generation = in.readVarInt();
        int failure = in.readByte();
        ReplayFailure[] failures = ReplayFailure.values();
        if (failure >= failures.length) {
            throw new MalformedWireException("replay failure " + failure + ", allowed 0-" + (failures.length - 1));
        }
        return new ReplayEnded(endpointId, generation, failures[failure], in.readVarLong());
    }
}
