package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.log.EntryCodec;
import io.reprise.broker.engine.log.EntryHead;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.model.management.ReplayLogAttributes;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.publish.CommitOutcome;
import io.reprise.broker.model.publish.CommitOutcome.Stored;
import io.reprise.broker.model.publish.PendingOutcome;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.store.LogEntry;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One life of a replay log, all from one seed, held against a list of what it should hold. */
final class ReplayLogRun {
    private static final int LARGEST_BYTES = 150_000;
    private static final List<String> TOPICS = List.of("in/a", "in/b", "out/a", "in/unwanted");

    private final long seed;
    private final Random random;
    private final List<String> events = new ArrayList<>();
    private TestVpn broker = TestVpn.start(settings -> settings.withCacheBytes(0));
    /** What the log should hold, oldest first. */
    private final List<Expected> expected = new ArrayList<>();

    private final Map<BranchId, List<Integer>> prepared = new LinkedHashMap<>();
    private long quotaBytes = LogOf.MB;
    private boolean filtered;
    private boolean takes = true;
    private long seenCommitNo;
    private int branches;

    private record Expected(long commitNo, long msgId, int sizeBytes, long timeMillis) {}

    private ReplayLogRun(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    static void run(long seed, int steps) {
        new ReplayLogRun(seed).run(steps);
    }

    private void run(int steps) {
        try {
            new LogOf(broker).create(1);
            broker.createQueue("q", "in/>");
            look();
            for (int i = 0; i < steps; i++) {
                step();
            }
            restart();
            check();
        } catch (AssertionError | RuntimeException e) {
            int from = Math.max(0, events.size() - 30);
            throw new AssertionError(
                    "seed " + seed + ", lately:\n  " + String.join("\n  ", events.subList(from, events.size())), e);
        } finally {
            broker.close();
        }
    }

    private void step() {
        broker.clock.advance(Duration.ofMillis(random.nextInt(3)));
        switch (random.nextInt(22)) {
            case 0, 1, 2, 3, 4, 5 -> publish();
            case 6, 7, 8 -> publishTogether();
            case 9 -> prepare();
            case 10 -> decide();
            case 11 -> trimBefore();
            case 12 -> trimOlder();
            case 13 -> changeQuota();
            case 14 -> changeFilter();
            case 15 -> acknowledge();
            case 16, 17 -> {
                happened("duties");
                broker.duties.runAll();
            }
            case 18 -> restart();
            case 19, 20 -> publishMany();
            default -> rebuild();
        }
        check();
    }

    private Message message() {
        int size = 20 + (int) (random.nextDouble() * random.nextDouble() * LARGEST_BYTES);
        return Message.to(TopicName.of(TOPICS.get(random.nextInt(TOPICS.size()))))
                .bytes(new byte[size])
                .build();
    }

    private boolean isTaken(String topic) {
        return takes && (!filtered || topic.startsWith("in/") && !topic.endsWith("unwanted"));
    }

    private void publish() {
        Message message = message();
        happened("publish %d B to %s", message.sizeBytes(), message.topic());
        assertThat(broker.publish(message)).isInstanceOf(Stored.class);
        look();
    }

    /** Several in one entry. */
    private void publishTogether() {
        ScriptedStore.Gate gate = broker.script.hold();
        PendingOutcome first = broker.vpn.submit(WorkUnit.publishing(message()));
        gate.awaitReached();
        List<PendingOutcome> pending = new ArrayList<>(List.of(first));
        for (int i = random.nextInt(8); i >= 0; i--) {
            pending.add(broker.vpn.submit(WorkUnit.publishing(message())));
        }
        broker.script.playNormally();
        gate.open();
        happened("publish %d together", pending.size());
        pending.forEach(each -> assertThat(each.await()).isInstanceOf(Stored.class));
        look();
    }

    /** So many that a block of the index fills, below which entries are rewritten and deleted. */
    private void publishMany() {
        happened("publish many");
        for (int i = 0; i < 260; i++) {
            assertThat(broker.publish("out/a", "x")).isInstanceOf(Stored.class);
        }
        look();
    }

    private void prepare() {
        if (prepared.size() == 2) {
            return;
        }
        Message one = message();
        Message other = message();
        BranchId branch = new BranchId(1, new byte[] {(byte) ++branches}, new byte[0]);
        happened("prepare %d + %d B", one.sizeBytes(), other.sizeBytes());
        assertThat(broker.vpn.prepare(branch, new WorkUnit().publish(one).publish(other)))
                .isInstanceOf(Stored.class);
        List<Integer> sizes = new ArrayList<>();
        for (Message message : List.of(one, other)) {
            if (isTaken(message.topic().text())) {
                sizes.add(message.sizeBytes());
            }
        }
        prepared.put(branch, sizes);
        makeRoom();
        look();
    }

    private void decide() {
        if (prepared.isEmpty()) {
            return;
        }
        BranchId branch = List.copyOf(prepared.keySet()).get(random.nextInt(prepared.size()));
        prepared.remove(branch);
        boolean commit = random.nextBoolean();
        happened(commit ? "commit" : "roll back");
        CommitOutcome outcome = commit ? broker.vpn.commitPrepared(branch) : broker.vpn.rollbackPrepared(branch);
        assertThat(outcome).isInstanceOf(Stored.class);
        look();
    }

    private void trimBefore() {
        if (expected.isEmpty()) {
            return;
        }
        long msgId = expected.get(random.nextInt(expected.size())).msgId() + random.nextInt(2);
        happened("trim before %d", msgId);
        long gone = broker.administration
                .replayLog()
                .trimBefore(new ReplicationGroupMsgId(broker.life.tenure().originBits(), msgId));
        int before = expected.size();
        expected.removeIf(each -> each.msgId() < msgId);
        assertThat(gone).as("trimmed").isEqualTo(before - expected.size());
        look();
    }

    private void trimOlder() {
        if (expected.isEmpty()) {
            return;
        }
        long time = expected.get(random.nextInt(1 + expected.size() / 3)).timeMillis() + random.nextInt(2);
        happened("trim older than %d", time);
        long gone = broker.administration.replayLog().trimOlderThan(Instant.ofEpochMilli(time));
        int before = expected.size();
        expected.removeIf(each -> each.timeMillis() < time);
        assertThat(gone).as("trimmed").isEqualTo(before - expected.size());
        look();
    }

    private void changeQuota() {
        long quotaMb = 1 + random.nextInt(3);
        happened("quota %d MB", quotaMb);
        quotaBytes = quotaMb * LogOf.MB;
        new LogOf(broker).change(ReplayLogAttributes.MAX_SPOOL_USAGE, quotaMb);
        makeRoom();
        look();
    }

    private void changeFilter() {
        if (!filtered) {
            new LogOf(broker).filter("in/>", "!*/unwanted");
            filtered = true;
        } else {
            takes = !takes;
            new LogOf(broker).change(ReplayLogAttributes.INGRESS_ENABLED, takes);
        }
        happened("filtered %s, ingress %s", filtered, takes);
        look();
    }

    private void acknowledge() {
        happened("acknowledge all on the queue");
        broker.drain(broker.consume("q"));
        look();
    }

    private void restart() {
        happened("restart");
        if (random.nextBoolean()) {
            broker.duties.runAll();
        }
        broker = broker.restarted();
        look();
    }

    /** The committer fails after its entry was stored: its publisher does not know, but it is there. */
    private void rebuild() {
        happened("rebuild");
        broker.script.once(ScriptedStore.Script.LOSE_THE_ANSWER);
        assertThat(broker.publish(message())).isInstanceOf(CommitOutcome.Unknown.class);
        broker.awaitServing();
        look();
    }

    /** Takes over what new entries put into the log, and takes off it what that pushes out. */
    private void look() {
        broker.awaitCommitter();
        for (LogEntry entry : broker.rows().log()) {
            if (entry.commitNo() > seenCommitNo) {
                seenCommitNo = entry.commitNo();
                fold(seenCommitNo, EntryCodec.decode(entry.head()));
            }
        }
    }

    private void fold(long commitNo, EntryHead head) {
        List<Expected> own = new ArrayList<>();
        for (MessageSlot slot : head.messages()) {
            if (slot.logged()) {
                own.add(new Expected(commitNo, slot.msgId(), slot.sizeBytes(), slot.spooledTimeMillis()));
            }
        }
        expected.addAll(own);
        if (!own.isEmpty()) {
            makeRoom(commitNo);
        }
        assertThat(usage()).as("usage after entry %d", commitNo).isLessThanOrEqualTo(quotaBytes);
    }

    private void makeRoom() {
        makeRoom(Long.MAX_VALUE);
    }

    /** Whole entries before one go until nine tenths of the quota are enough for what is left and what is prepared. */
    private void makeRoom(long beforeCommitNo) {
        long reserved = prepared.values().stream()
                .flatMap(List::stream)
                .mapToLong(Integer::longValue)
                .sum();
        while (usage() + reserved > quotaBytes / 10 * 9
                && !expected.isEmpty()
                && expected.get(0).commitNo() < beforeCommitNo) {
            long oldest = expected.get(0).commitNo();
            expected.removeIf(each -> each.commitNo() == oldest);
        }
    }

    private long usage() {
        return expected.stream().mapToLong(Expected::sizeBytes).sum();
    }

    private void check() {
        List<LoggedMessage> log = all();
        assertThat(log)
                .extracting(LoggedMessage::msgId)
                .isEqualTo(expected.stream().map(Expected::msgId).toList());
        assertThat(log)
                .extracting(LoggedMessage::sizeBytes)
                .isEqualTo(expected.stream().map(Expected::sizeBytes).toList());
        var status = broker.administration.replayLog().status();
        assertThat(status.usageBytes()).isEqualTo(usage());
        assertThat(status.messages()).isEqualTo(expected.size());
        assertThat(status.oldestMsgId())
                .isEqualTo(expected.isEmpty() ? 0 : expected.get(0).msgId());
        if (!log.isEmpty()) {
            LoggedMessage any = log.get(random.nextInt(log.size()));
            assertThat(broker.administration.replayLog().message(any.msgId()))
                    .as("message %d, read back", any.msgId())
                    .hasValueSatisfying(
                            message -> assertThat(message.sizeBytes()).isEqualTo(any.sizeBytes()));
        }
    }

    private List<LoggedMessage> all() {
        List<LoggedMessage> all = new ArrayList<>();
        List<LoggedMessage> page = broker.administration.replayLog().after(0, 1_000);
        all.addAll(page);
        while (page.size() == 1_000) {
            page = broker.administration.replayLog().after(page.get(999).msgId(), 1_000);
            all.addAll(page);
        }
        return all;
    }

    private void happened(String what, Object... arguments) {
        events.add(String.format(what, arguments));
    }
}
