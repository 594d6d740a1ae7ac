package io.reprise.broker.engine.log;

import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.message.MalformedWireException;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stored form of a directory of messages. Pure. */
final class SlotCodec {
    private static final int PERSISTENT = 1;
    private static final int LOGGED = 1 << 1;
    private static final int UPLOADED = 1 << 2;
    private static final int NOT_ELIGIBLE = 1 << 3;
    private static final int ALIAS = 1 << 4;
    private static final int DELIVERY_TIME = 1 << 5;
    private static final int EPOCH = 1 << 6;
    private static final int DIRECT = 1 << 7;
    private static final int KNOWN =
            PERSISTENT | LOGGED | UPLOADED | NOT_ELIGIBLE | ALIAS | DELIVERY_TIME | EPOCH | DIRECT;

    /** What a moved message is. */
    private static final int RETRIED = 0;

    private static final int DEAD = 1;
    private static final int COPY = 2;

    private SlotCodec() {}

    static void writeAll(WireWriter out, List<MessageSlot> slots) {
        out.writeVarInt(slots.size());
        if (slots.isEmpty()) {
            return;
        }
        long previousId = 0;
        long previousTime = 0;
        for (MessageSlot slot : slots) {
            out.writeVarLong(slot.msgId() - previousId).writeSigned(slot.spooledTimeMillis() - previousTime);
            previousId = slot.msgId();
            previousTime = slot.spooledTimeMillis();
            write(out, slot);
        }
    }

    static List<MessageSlot> readAll(WireReader in) {
        int count = in.readCount();
        List<MessageSlot> slots = new ArrayList<>(count);
        long msgId = 0;
        long timeMillis = 0;
        for (int i = 0; i < count; i++) {
            msgId += in.readVarLong();
            timeMillis += in.readSigned();
            slots.add(read(in, msgId, timeMillis));
        }
        return slots;
    }

    private static void write(WireWriter out, MessageSlot slot) {
        UploadRef upload = slot.body().upload();
        Alias alias = slot.alias();
        out.writeByte((slot.persistent() ? PERSISTENT : 0)
                | (slot.logged() ? LOGGED : 0)
                | (upload != null ? UPLOADED : 0)
                | (slot.dmqEligible() ? 0 : NOT_ELIGIBLE)
                | (alias != null ? ALIAS : 0)
                | (slot.deliveryTimeMillis() != 0 ? DELIVERY_TIME : 0)
                | (slot.subject().epoch() != 0 ? EPOCH : 0)
                | (slot.direct() ? DIRECT : 0));
        out.writeString(slot.topic()).writeVarInt(slot.sizeBytes()).writeByte(slot.priority());
        writeMoment(out, slot.senderExpirationMillis(), slot.spooledTimeMillis());
        out.writeVarLong(slot.subject().seq());
        if (slot.subject().epoch() != 0) {
            out.writeSigned(slot.msgId() - slot.subject().epoch());
        }
        out.writeVarInt(slot.placements().size());
        for (Placement placement : slot.placements()) {
            out.writeVarLong(placement.endpointId()).writeVarInt(placement.lane());
            writeMoment(out, placement.expirationMillis(), slot.spooledTimeMillis());
        }
        writeBody(out, slot.body(), upload);
        if (slot.deliveryTimeMillis() != 0) {
            writeMoment(out, slot.deliveryTimeMillis(), slot.spooledTimeMillis());
        }
        if (alias != null) {
            write(out, alias);
        }
    }

    private static MessageSlot read(WireReader in, long msgId, long spooledTimeMillis) {
        int flags = in.readByte();
        if ((flags & ~KNOWN) != 0) {
            throw new MalformedWireException("message flags " + flags + " are unknown: written by a newer broker");
        }
        String topic = in.readString();
        int sizeBytes = in.readVarInt();
        int priority = in.readByte();
        long senderExpirationMillis = readMoment(in, spooledTimeMillis);
        long subjectSeq = in.readVarLong();
        SubjectPosition subject = subject((flags & EPOCH) != 0 ? msgId - in.readSigned() : 0, subjectSeq);
        int count = in.readCount();
        List<Placement> placements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            placements.add(new Placement(in.readVarLong(), in.readVarInt(), readMoment(in, spooledTimeMillis)));
        }
        return new MessageSlot(
                msgId,
                topic,
                sizeBytes,
                priority,
                (flags & PERSISTENT) != 0,
                (flags & LOGGED) != 0,
                spooledTimeMillis,
                senderExpirationMillis,
                subject,
                placements,
                readBody(in, (flags & UPLOADED) != 0),
                (flags & NOT_ELIGIBLE) == 0,
                (flags & DELIVERY_TIME) != 0 ? readMoment(in, spooledTimeMillis) : 0,
                (flags & DIRECT) != 0,
                (flags & ALIAS) != 0 ? readAlias(in) : null);
    }

    private static SubjectPosition subject(long epoch, long seq) {
        if (epoch < 0 || seq < 0) {
            throw new MalformedWireException("epoch " + epoch + ", seq " + seq);
        }
        return epoch == 0 && seq == 0 ? SubjectPosition.NONE : new SubjectPosition(epoch, seq);
    }

    private static void write(WireWriter out, Alias alias) {
        Death first = alias.first();
        out.writeVarLong(alias.rootMsgId()).writeByte(first == null ? COPY : alias.dead() ? DEAD : RETRIED);
        out.writeVarLong(alias.home()).writeString(alias.homeName());
        if (first == null) {
            return;
        }
        out.writeByte(first.reason().ordinal()).writeString(first.endpointName());
        out.writeVarLong(first.timeMillis()).writeVarInt(first.deliveries());
    }

    private static Alias readAlias(WireReader in) {
        long rootMsgId = in.readVarLong();
        int kind = in.readByte();
        long home = in.readVarLong();
        String homeName = in.readString();
        if (kind == COPY) {
            return new Alias(rootMsgId, false, home, homeName, null);
        }
        int reason = in.readByte();
        DeathReason[] reasons = DeathReason.values();
        if (reason >= reasons.length) {
            throw new MalformedWireException("death reason " + reason + ", allowed 0-" + (reasons.length - 1));
        }
        Death first = new Death(reasons[reason], in.readString(), in.readVarLong(), in.readVarInt());
        return new Alias(rootMsgId, kind == DEAD, home, homeName, first);
    }

    private static void writeBody(WireWriter out, BodyLocation body, @Nullable UploadRef upload) {
        if (upload != null) {
            out.writeVarLong(upload.epoch()).writeVarLong(upload.upload());
        }
        out.writeVarInt(body.offset()).writeVarInt(body.length()).writeInt(body.crc32c());
    }

    private static BodyLocation readBody(WireReader in, boolean uploaded) {
        UploadRef upload = uploaded ? new UploadRef(in.readVarLong(), in.readVarLong()) : null;
        return new BodyLocation(upload, in.readVarInt(), in.readVarInt(), in.readInt());
    }

    /** 0 stays 0 = never; else one more than the distance, signed, so that no moment is taken for never. */
    private static void writeMoment(WireWriter out, long momentMillis, long baseMillis) {
        if (momentMillis == 0) {
            out.writeVarLong(0);
            return;
        }
        long distance = momentMillis - baseMillis;
        out.writeVarLong(((distance << 1) ^ (distance >> 63)) + 1);
    }

    private static long readMoment(WireReader in, long baseMillis) {
        long raw = in.readVarLong();
        if (raw == 0) {
            return 0;
        }
        long zigzag = raw - 1;
        return baseMillis + ((zigzag >>> 1) ^ -(zigzag & 1));
    }
}
