package io.reprise.broker.engine.log;

import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.Fed;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Quiesced;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.ReplayEnded;
import io.reprise.broker.engine.log.Effect.ReplayJoined;
import io.reprise.broker.engine.log.Effect.ReplayStarted;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import io.reprise.broker.model.publish.BranchId;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The stored form of an entry's head: a format version, the content, and its CRC-32C in the last four bytes [LOG.md L11, L12].
 * An effect of an unknown tag is one of a newer broker and refused: skipping it would fold a wrong state. Pure.
 */
public final class EntryCodec {
    private static final int VERSION = 1;
    private static final int CHECKSUM_BYTES = 4;

    private static final int OPENED = 1;
    private static final int REMOVED = 2;
    private static final int COUNTED = 3;
    private static final int PUBLISHER_ACCEPTED = 4;
    private static final int BRANCH_PREPARED = 5;
    private static final int BRANCH_DECIDED = 6;
    private static final int ENDPOINT_CREATED = 7;
    private static final int ENDPOINT_DELETED = 8;
    private static final int PRESENTED = 9;
    private static final int HORIZON = 10;
    private static final int TRIMMED = 13;
    // Kept for what comes: 11, 16 retained (L27).
    private static final int REPLAY_STARTED = 12;
    private static final int REPLAY_ENDED = 14;
    private static final int FED = 15;
    private static final int COUNTED_AND_DELAYED = 17;
    private static final int DELAYED = 18;
    private static final int QUIESCED = 19;
    private static final int REPLAY_JOINED = 20;

    private EntryCodec() {}

    /** The head of a takeover's opening entry [LOG.md L7]: it brings no totals, so what was counted before stands. */
    public static byte[] openingHead(long epoch) {
        return encode(new EntryHead(0, 0, 0, 0, List.of(), List.of(new Opened(epoch))));
    }

    /** The head of an entry that closes a slot and changes nothing [LOG.md L2]. */
    public static byte[] emptyHead() {
        return encode(new EntryHead(0, 0, 0, 0, List.of(), List.of()));
    }

    /** The bytes of a head. */
    public static byte[] encode(EntryHead head) {
        WireWriter out = new WireWriter(128 + head.messages().size() * 64);
        out.writeByte(VERSION);
        out.writeVarLong(head.lastMsgId()).writeVarLong(head.lastTimeMillis());
        out.writeVarLong(head.loggedCount()).writeVarLong(head.loggedBytes());
        SlotCodec.writeAll(out, head.messages());
        out.writeVarInt(head.effects().size());
        head.effects().forEach(effect -> write(out, effect));
        byte[] content = out.toByteArray();
        return out.writeInt(crc32c(content, 0, content.length)).toByteArray();
    }

    /**
     * Reads a head.
     *
     * @throws MalformedWireException if the bytes are damaged, or of a newer format
     */
    public static EntryHead decode(byte[] encoded) {
        int length = encoded.length - CHECKSUM_BYTES;
        if (length < 1 || new WireReader(encoded, length, CHECKSUM_BYTES).readInt() != crc32c(encoded, 0, length)) {
            throw new MalformedWireException("entry head of " + encoded.length + " bytes: checksum does not match");
        }
        WireReader in = new WireReader(encoded, 0, length);
        int version = in.readByte();
        if (version != VERSION) {
            throw new MalformedWireException("entry head of format " + version + ", known: " + VERSION);
        }
        long lastMsgId = in.readVarLong();
        long lastTimeMillis = in.readVarLong();
        long loggedCount = in.readVarLong();
        long loggedBytes = in.readVarLong();
        List<MessageSlot> messages = SlotCodec.readAll(in);
        int count = in.readCount();
        List<Effect> effects = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            effects.add(readEffect(in));
        }
        in.requireEnd();
        return new EntryHead(lastMsgId, lastTimeMillis, loggedCount, loggedBytes, messages, effects);
    }

    /** The CRC-32C of a range. */
    public static int crc32c(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** The bytes of a prepared branch's work, as its checkpoint row keeps it. */
    public static byte[] encodeWork(PreparedWork work) {
        WireWriter out = new WireWriter(256);
        writeWork(out, work);
        return out.toByteArray();
    }

    /**
     * Reads what {@link #encodeWork} wrote.
     *
     * @throws MalformedWireException if the bytes can't be that
     */
    public static PreparedWork decodeWork(byte[] encoded) {
        WireReader in = new WireReader(encoded);
        PreparedWork work = readWork(in);
        in.requireEnd();
        return work;
    }

    private static void write(WireWriter out, Effect effect) {
        if (effect instanceof Removed removed) {
            out.writeByte(REMOVED).writeVarLong(removed.endpointId()).writeVarInt(removed.generation());
            out.writeByte(removed.reason().ordinal()).writeVarLong(removed.sizeBytes());
            writeIds(out, removed.msgIds());
        } else if (effect instanceof Counted counted) {
            writeCounted(out, counted);
        } else if (effect instanceof Presented presented) {
            out.writeByte(PRESENTED).writeVarLong(presented.endpointId()).writeVarInt(presented.generation());
            out.writeVarLong(presented.msgId()).writeVarInt(presented.attempt());
        } else if (effect instanceof Horizon horizon) {
            out.writeByte(HORIZON).writeVarLong(horizon.endpointId()).writeByte(horizon.priority());
            out.writeVarLong(horizon.msgId());
        } else if (effect instanceof Delayed delayed) {
            out.writeByte(DELAYED).writeVarLong(delayed.endpointId()).writeVarInt(delayed.generation());
            out.writeVarLong(delayed.msgId()).writeVarLong(delayed.untilMillis());
        } else if (effect instanceof Quiesced) {
            out.writeByte(QUIESCED);
        } else if (effect instanceof PublisherAccepted accepted) {
            writePublisher(out.writeByte(PUBLISHER_ACCEPTED), accepted);
        } else if (effect instanceof BranchPrepared prepared) {
            writeBranch(out.writeByte(BRANCH_PREPARED), prepared.branch());
            writeWork(out, prepared.work());
        } else if (effect instanceof BranchDecided decided) {
            writeBranch(out.writeByte(BRANCH_DECIDED), decided.branch()).writeByte(decided.committed() ? 1 : 0);
        } else if (effect instanceof EndpointCreated created) {
            out.writeByte(ENDPOINT_CREATED).writeVarLong(created.endpointId());
        } else if (effect instanceof EndpointDeleted deleted) {
            out.writeByte(ENDPOINT_DELETED).writeVarLong(deleted.endpointId());
        } else if (effect instanceof Trimmed trimmed) {
            out.writeByte(TRIMMED).writeVarLong(trimmed.throughMsgId());
            out.writeVarLong(trimmed.trimmedCount()).writeVarLong(trimmed.trimmedBytes());
        } else if (effect instanceof ReplayStarted started) {
            ReplayCodec.write(out.writeByte(REPLAY_STARTED), started);
        } else if (effect instanceof Fed fed) {
            ReplayCodec.write(out.writeByte(FED), fed);
        } else if (effect instanceof ReplayJoined joined) {
            ReplayCodec.write(out.writeByte(REPLAY_JOINED), joined);
        } else if (effect instanceof ReplayEnded ended) {
            ReplayCodec.write(out.writeByte(REPLAY_ENDED), ended);
        } else if (effect instanceof Opened opened) {
            out.writeByte(OPENED).writeVarLong(opened.epoch());
        } else {
            throw new AssertionError(effect);
        }
    }

    private static Effect readEffect(WireReader in) {
        int tag = in.readByte();
        return switch (tag) {
            case OPENED -> new Opened(in.readVarLong());
            case REMOVED -> readRemoved(in);
            case COUNTED -> new Counted(in.readVarLong(), in.readVarInt(), in.readVarLong(), in.readVarInt());
            case COUNTED_AND_DELAYED ->
                new Counted(in.readVarLong(), in.readVarInt(), in.readVarLong(), in.readVarInt(), in.readVarLong());
            case PRESENTED -> new Presented(in.readVarLong(), in.readVarInt(), in.readVarLong(), in.readVarInt());
            case HORIZON -> readHorizon(in);
            case DELAYED -> new Delayed(in.readVarLong(), in.readVarInt(), in.readVarLong(), in.readVarLong());
            case QUIESCED -> new Quiesced();
            case PUBLISHER_ACCEPTED -> readPublisher(in);
            case BRANCH_PREPARED -> new BranchPrepared(readBranch(in), readWork(in));
            case BRANCH_DECIDED -> new BranchDecided(readBranch(in), readBoolean(in));
            case ENDPOINT_CREATED -> new EndpointCreated(in.readVarLong());
            case ENDPOINT_DELETED -> new EndpointDeleted(in.readVarLong());
            case TRIMMED -> new Trimmed(in.readVarLong(), in.readVarLong(), in.readVarLong());
            case REPLAY_STARTED -> ReplayCodec.readStarted(in);
            case FED -> ReplayCodec.readFed(in);
            case REPLAY_JOINED -> ReplayCodec.readJoined(in);
            case REPLAY_ENDED -> ReplayCodec.readEnded(in);
            default -> throw new MalformedWireException("effect " + tag + " is unknown: written by a newer broker");
        };
    }

    private static void writeCounted(WireWriter out, Counted counted) {
        boolean delayed = counted.delayedUntilMillis() != 0;
        out.writeByte(delayed ? COUNTED_AND_DELAYED : COUNTED);
        out.writeVarLong(counted.endpointId()).writeVarInt(counted.generation());
        out.writeVarLong(counted.msgId()).writeVarInt(counted.attempts());
        if (delayed) {
            out.writeVarLong(counted.delayedUntilMillis());
        }
    }

    private static Horizon readHorizon(WireReader in) {
        long endpointId = in.readVarLong();
        int priority = in.readByte();
        if (priority >= Lanes.PRIORITIES) {
            throw new MalformedWireException("priority " + priority + " of a horizon, allowed 0-9");
        }
        return new Horizon(endpointId, priority, in.readVarLong());
    }

    private static boolean readBoolean(WireReader in) {
        int stored = in.readByte();
        if (stored > 1) {
            throw new MalformedWireException("truth value " + stored + ", allowed 0-1");
        }
        return stored == 1;
    }

    private static Removed readRemoved(WireReader in) {
        long endpointId = in.readVarLong();
        int generation = in.readVarInt();
        Removal[] reasons = Removal.values();
        int reason = in.readByte();
        if (reason >= reasons.length) {
            throw new MalformedWireException("removal " + reason + ", allowed 0-" + (reasons.length - 1));
        }
        long sizeBytes = in.readVarLong();
        return new Removed(endpointId, generation, reasons[reason], readIds(in), sizeBytes);
    }

    private static void writeWork(WireWriter out, PreparedWork work) {
        out.writeVarInt(work.acknowledgements().size());
        for (AckRef ack : work.acknowledgements()) {
            out.writeVarLong(ack.endpointId()).writeVarInt(ack.generation());
            out.writeVarLong(ack.msgId()).writeVarInt(ack.sizeBytes());
        }
        SlotCodec.writeAll(out, work.messages());
        out.writeVarInt(work.publishers().size());
        work.publishers().forEach(publisher -> writePublisher(out, publisher));
    }

    private static PreparedWork readWork(WireReader in) {
        int ackCount = in.readCount();
        List<AckRef> acks = new ArrayList<>(ackCount);
        for (int i = 0; i < ackCount; i++) {
            acks.add(new AckRef(in.readVarLong(), in.readVarInt(), in.readVarLong(), in.readVarInt()));
        }
        List<MessageSlot> messages = SlotCodec.readAll(in);
        int publisherCount = in.readCount();
        List<PublisherAccepted> publishers = new ArrayList<>(publisherCount);
        for (int i = 0; i < publisherCount; i++) {
            publishers.add(readPublisher(in));
        }
        return new PreparedWork(acks, messages, publishers);
    }

    private static void writePublisher(WireWriter out, PublisherAccepted publisher) {
        out.writeString(publisher.publisherId()).writeVarLong(publisher.sequence());
    }

    private static PublisherAccepted readPublisher(WireReader in) {
        return new PublisherAccepted(in.readString(), in.readVarLong());
    }

    private static WireWriter writeBranch(WireWriter out, BranchId branch) {
        return out.writeSigned(branch.getFormatId())
                .writeBytes(branch.getGlobalTransactionId())
                .writeBytes(branch.getBranchQualifier());
    }

    private static BranchId readBranch(WireReader in) {
        return new BranchId((int) in.readSigned(), in.readBytes(), in.readBytes());
    }

    static void writeIds(WireWriter out, long[] risingIds) {
        out.writeVarInt(risingIds.length);
        long previous = 0;
        for (long id : risingIds) {
            out.writeVarLong(id - previous);
            previous = id;
        }
    }

    static long[] readIds(WireReader in) {
        long[] ids = new long[in.readCount()];
        long previous = 0;
        for (int i = 0; i < ids.length; i++) {
            previous += in.readVarLong();
            ids[i] = previous;
        }
        return ids;
    }
}
