package io.reprise.broker.engine.log;

import io.reprise.broker.engine.log.Effect.BranchDecided;
import io.reprise.broker.engine.log.Effect.BranchPrepared;
import io.reprise.broker.engine.log.Effect.Counted;
import io.reprise.broker.engine.log.Effect.Delayed;
import io.reprise.broker.engine.log.Effect.EndpointCreated;
import io.reprise.broker.engine.log.Effect.EndpointDeleted;
import io.reprise.broker.engine.log.Effect.Horizon;
import io.reprise.broker.engine.log.Effect.Opened;
import io.reprise.broker.engine.log.Effect.PreparedWork;
import io.reprise.broker.engine.log.Effect.Presented;
import io.reprise.broker.engine.log.Effect.PublisherAccepted;
import io.reprise.broker.engine.log.Effect.Quiesced;
import io.reprise.broker.engine.log.Effect.Removal;
import io.reprise.broker.engine.log.Effect.Removed;
import io.reprise.broker.engine.log.Effect.Trimmed;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.publish.BranchId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary heads of entries. */
final class Heads {
    private Heads() {}

    static Arbitrary<EntryHead> heads() {
        return Combinators.combine(
                        numbers().list().ofSize(4), slots(), effects().list().ofMaxSize(8))
                .as((totals, slots, effects) ->
                        new EntryHead(totals.get(0), totals.get(1), totals.get(2), totals.get(3), slots, effects));
    }

    static Arbitrary<PreparedWork> works() {
        Arbitrary<AckRef> acks =
                Combinators.combine(numbers(), counts(), numbers(), counts()).as(AckRef::new);
        return Combinators.combine(
                        acks.list().ofMaxSize(4), slots(), publishers().list().ofMaxSize(3))
                .as(PreparedWork::new);
    }

    private static Arbitrary<Long> numbers() {
        return Arbitraries.longs().greaterOrEqual(0);
    }

    private static Arbitrary<Integer> counts() {
        return Arbitraries.integers().greaterOrEqual(0);
    }

    private static Arbitrary<String> names() {
        return Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars("/ü€ ")
                .ofMinLength(1)
                .ofMaxLength(30);
    }

    private static Arbitrary<byte[]> xidParts() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(64);
    }

    private static Arbitrary<BranchId> branches() {
        return Combinators.combine(Arbitraries.integers(), xidParts(), xidParts())
                .as(BranchId::new);
    }

    private static Arbitrary<PublisherAccepted> publishers() {
        return Combinators.combine(names(), numbers()).as(PublisherAccepted::new);
    }

    private static Arbitrary<BodyLocation> bodies() {
        Arbitrary<UploadRef> uploads =
                Combinators.combine(numbers(), numbers()).as(UploadRef::new).injectNull(0.7);
        return Combinators.combine(uploads, counts(), counts(), Arbitraries.integers())
                .as(BodyLocation::new);
    }

    private static Arbitrary<Placement> placements() {
        return Combinators.combine(numbers(), counts(), Arbitraries.longs().between(0, 1L << 50))
                .as(Placement::new);
    }

    private static Arbitrary<Alias> aliases() {
        Arbitrary<Death> deaths = Combinators.combine(Arbitraries.of(DeathReason.class), names(), numbers(), counts())
                .as(Death::new);
        return Combinators.combine(numbers(), Arbitraries.of(true, false), numbers(), names(), deaths)
                .as(Alias::new);
    }

    /** Ids rise; everything else is as it comes. */
    static Arbitrary<List<MessageSlot>> slots() {
        Arbitrary<MessageSlot> slot = Combinators.combine(
                        Arbitraries.longs().between(0, 1L << 40),
                        names(),
                        counts(),
                        Arbitraries.longs().between(0, 1L << 50).list().ofSize(3),
                        Arbitraries.of(true, false).list().ofSize(4),
                        placements().list().ofMaxSize(4),
                        bodies(),
                        aliases().injectNull(0.7))
                .as((gap, topic, size, times, flags, placements, body, alias) -> new MessageSlot(
                        gap,
                        topic,
                        size,
                        size % 10,
                        flags.get(0),
                        flags.get(1),
                        times.get(0),
                        times.get(1),
                        SubjectPosition.NONE,
                        placements,
                        body,
                        flags.get(2),
                        times.get(size % 3),
                        flags.get(3),
                        alias));
        return slot.list().ofMaxSize(5).map(Heads::rising);
    }

    private static List<MessageSlot> rising(List<MessageSlot> gaps) {
        List<MessageSlot> slots = new ArrayList<>();
        long id = 0;
        for (MessageSlot gap : gaps) {
            id += gap.msgId() + (slots.isEmpty() ? 0 : 1);
            slots.add(new MessageSlot(
                    id,
                    gap.topic(),
                    gap.sizeBytes(),
                    gap.priority(),
                    gap.persistent(),
                    gap.logged(),
                    gap.spooledTimeMillis(),
                    gap.senderExpirationMillis(),
                    new SubjectPosition(gap.sizeBytes() % 2 == 0 ? id : id / 2, gap.sizeBytes()),
                    gap.placements(),
                    gap.body(),
                    gap.dmqEligible(),
                    gap.deliveryTimeMillis(),
                    gap.direct(),
                    gap.alias()));
        }
        return slots;
    }

    private static Arbitrary<long[]> risingIds() {
        return numbers()
                .array(long[].class)
                .ofMaxSize(40)
                .map(ids -> Arrays.stream(ids).sorted().distinct().toArray());
    }

    private static Arbitrary<Effect> effects() {
        return Arbitraries.oneOf(List.of(
                numbers().map(Opened::new),
                Combinators.combine(numbers(), counts(), Arbitraries.of(Removal.class), risingIds(), numbers())
                        .as(Removed::new),
                Combinators.combine(numbers(), counts(), numbers(), counts(), numbers())
                        .as(Counted::new),
                Combinators.combine(numbers(), counts(), numbers(), counts()).as(Presented::new),
                Combinators.combine(numbers(), Arbitraries.integers().between(0, 9), numbers())
                        .as(Horizon::new),
                Combinators.combine(numbers(), counts(), numbers(), numbers()).as(Delayed::new),
                Arbitraries.just(new Quiesced()),
                publishers().map(publisher -> publisher),
                Combinators.combine(branches(), works()).as(BranchPrepared::new),
                Combinators.combine(branches(), Arbitraries.of(true, false)).as(BranchDecided::new),
                numbers().map(EndpointCreated::new),
                numbers().map(EndpointDeleted::new),
                Combinators.combine(numbers(), numbers(), numbers()).as(Trimmed::new)));
    }
}
