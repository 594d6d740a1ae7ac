package io.reprise.broker.engine.configuration;

import io.reprise.broker.model.definition.OnConflict;
import java.util.Arrays;
import java.util.List;

/** Everything an operator may set of the engine; {@code docs/configuration.md} comes from here. */
public final class EngineKeys {
    public static final Key PUBLISH_TIMEOUT = new Key(
            "reprise.engine.publishTimeout",
            "ms",
            1,
            600_000,
            30_000,
            "How long a publish, an acknowledgement or a change waits for its outcome; past that it is withdrawn or unknown.");
    public static final Key INTAKE_SIZE = new Key(
            "reprise.engine.intakeSize",
            "KiB",
            1_024,
            1_048_576,
            65_536,
            "How much may wait to be stored, for each VPN; publishers wait beyond it.");
    public static final Key PROMOTION_SIZE = new Key(
            "reprise.engine.promotionSize",
            "KiB",
            64,
            1_048_576,
            8_192,
            "How much of direct messages that endpoints or the replay log attract may wait to be stored, for each VPN; beyond it they are"
                    + " left out, or with promotionPolicy=backpressure their publishers wait.");
    public static final Key CACHE_SIZE = new Key(
            "reprise.engine.cacheSize",
            "MiB",
            0,
            65_536,
            0,
            "How much of the log is kept in memory for reading, for each VPN; 0 is a tenth of the heap, 16 to 256 MiB.");
    public static final Key CHECKPOINT_INTERVAL = new Key(
            "reprise.engine.checkpointInterval",
            "ms",
            10,
            60_000,
            200,
            "How often what changed is written to the checkpoint; a recovery folds what came after it.");
    public static final Key DUTY_INTERVAL = new Key(
            "reprise.engine.dutyInterval",
            "ms",
            100,
            60_000,
            1_000,
            "How often expiry, reclaiming, compaction and ownership are looked after.");
    public static final Key LEAST_MARK_AGE = new Key(
            "reprise.engine.leastMarkAge",
            "ms",
            0,
            60_000,
            1,
            "How long a delivery must last to be marked in the log by the next entry; faster ones cost nothing.");
    public static final Key FORCED_MARK_AGE = new Key(
            "reprise.engine.forcedMarkAge",
            "ms",
            1,
            60_000,
            5,
            "How long a delivery lasts until an entry is written for its mark alone: a crash counts it from then on.");
    public static final Key REPLAY_LOG_WAIT = new Key(
            "reprise.engine.replayLogWait",
            "ms",
            0,
            60_000,
            1_000,
            "How long a publish waits for room in the replay log, if trimming can't make it at once; past that it is refused.");
    public static final Key SNAPSHOT_FLUSH_INTERVAL = new Key(
            "reprise.engine.snapshotFlushInterval",
            "ms",
            10,
            60_000,
            1_000,
            "How often retained direct messages are stored as their subjects' snapshots: a crash loses those of this time.");
    public static final Key LIVE_OWNER_WAIT = new Key(
            "reprise.engine.liveOwnerWait",
            "ms",
            0,
            600_000,
            5_000,
            "How long a start waits for a live owner to go, a just killed one for instance.");
    public static final Key OWNER_SILENCE = new Key(
            "reprise.engine.ownerSilence",
            "s",
            1,
            600,
            10,
            "After how long without a sign of life an owner no longer counts as live.");
    public static final Key ANSWER_TIMEOUT = new Key(
            "reprise.engine.answerTimeout",
            "ms",
            1_000,
            600_000,
            15_000,
            "How long a statement may take before its connection is given up.");
    public static final Key IDLE_TRANSACTION = new Key(
            "reprise.engine.idleTransaction",
            "s",
            1,
            600,
            5,
            "How long a transaction may lie idle, its process paused, before the database rolls it back.");

    public static final TextKey DEFINITIONS_FILE = new TextKey(
            "reprise.engine.definitionsFile",
            List.of(),
            "",
            "A file of definitions (management-api.md) that is applied at each start of a VPN that it names, which is made if it is missing;"
                    + " empty for none.");
    public static final TextKey DEFINITIONS_CONFLICT = new TextKey(
            "reprise.engine.definitionsConflict",
            Arrays.stream(OnConflict.values()).map(OnConflict::word).toList(),
            OnConflict.KEEP.word(),
            "What happens to an object that exists with other settings than that file gives it: it stays (keep), gets those of the file"
                    + " (replace), or nothing of the file is applied (fail).");

    /** Those that are texts, in the order of the documents. */
    public static final List<TextKey> TEXTS = List.of(DEFINITIONS_FILE, DEFINITIONS_CONFLICT);

    /** Those that are numbers, in the order of the documents. */
    public static final List<Key> ALL = List.of(
            PUBLISH_TIMEOUT,
            INTAKE_SIZE,
            PROMOTION_SIZE,
            CACHE_SIZE,
            CHECKPOINT_INTERVAL,
            DUTY_INTERVAL,
            LEAST_MARK_AGE,
            FORCED_MARK_AGE,
            REPLAY_LOG_WAIT,
            SNAPSHOT_FLUSH_INTERVAL,
            LIVE_OWNER_WAIT,
            OWNER_SILENCE,
            ANSWER_TIMEOUT,
            IDLE_TRANSACTION);

    private EngineKeys() {}
}
