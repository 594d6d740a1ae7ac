package io.reprise.broker.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.access.PublishRight;
import io.reprise.broker.engine.client.ClientTally;
import io.reprise.broker.engine.endpoint.EndpointDirectory;
import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.state.VpnState;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.PublisherStamp;
import io.reprise.broker.model.publish.CommitOutcome.Rejected;
import io.reprise.broker.model.topic.FilterSet;
import io.reprise.broker.model.topic.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Publishes that wait for room in the replay log, on a log of 1 MB of which a test says how much is free. */
class ParkedPublishesTest {
    private static final int QUOTA_BYTES = 1_000_000;
    private static final long WAIT_NANOS = 3_600_000_000_000L;

    private final VpnState state = new VpnState();
    private final EndpointDirectory directory = new EndpointDirectory();
    private final CommitCounters counters = new CommitCounters();
    private final Intake intake = new Intake(1_024, 64, new PresentedMarks(Duration.ZERO, Duration.ofSeconds(1)));
    private final List<Long> told = new ArrayList<>();
    private final CommitListener listener = new CommitListener() {
        @Override
        public void committed(long nanos, int operations, int messages, int bytes) {}

        @Override
        public void logOverQuota(long messages) {
            told.add(messages);
        }
    };

    private final PublishTally noTally = new PublishTally(counters, listener, ClientTally.NOBODY, 0);
    private final LogRoom room = new LogRoom(state, directory, () -> false);
    private final ParkedPublishes parked =
            new ParkedPublishes(room, intake, counters, listener, WAIT_NANOS, 3 * QUOTA_BYTES);

    @BeforeEach
    void createLog() {
        directory.putReplayLog(new ReplayLogConfig(
                "log",
                ReplayLogSettings.DEFAULTS.with(Map.of("ingressEnabled", true, "maxSpoolUsage", 1)),
                1,
                0,
                FilterSet.of(List.of())));
    }

    private static List<EncodedMessage> message(int sizeBytes, @Nullable String publisher, long sequence) {
        var builder = Message.to(TopicName.of("t")).bytes(new byte[sizeBytes - 1]);
        if (publisher != null) {
            builder.publisher(new PublisherStamp(publisher, sequence));
        }
        return List.of(EncodedMessage.of(builder.build()));
    }

    private UnitOperation park(int sizeBytes, @Nullable String publisher) {
        List<EncodedMessage> messages = message(sizeBytes, publisher, 1);
        UnitOperation operation = new UnitOperation(
                messages, List.of(), PublishRight.UNBOUND, false, new UndecidedSubjects(), noTally, 10_000);
        operation.take();
        parked.park(operation, messages);
        return operation;
    }

    /** Whatever is tried again, in order. */
    private List<Operation> tried() {
        List<Operation> tried = new ArrayList<>();
        for (Operation next = intake.poll(); next != null; next = intake.poll()) {
            tried.add(next);
        }
        return tried;
    }

    private static long now() {
        return System.nanoTime();
    }

    @Test
    void whenNothingWaitsTheCommitterRestsForEver() {
        assertThat(parked.restNanos(now())).isEqualTo(Long.MAX_VALUE);
        assertThat(parked.isBehindAnother(message(10, null, 1))).isFalse();
    }

    @Test
    void whatFitsTogetherIsTriedAgainAtOnceAndTheRestAfterIt() {
        Operation first = park(600_000, "a");
        Operation second = park(600_000, "b");
        Operation third = park(300_000, "c");
        assertThat(parked.restNanos(now())).isZero();

        parked.look(now());
        assertThat(tried()).containsExactly(first, third);

        parked.look(now());
        assertThat(tried()).containsExactly(second);
        assertThat(parked.restNanos(now())).isEqualTo(Long.MAX_VALUE);
    }

    /** Else the committer would look at it again and again, and never rest. */
    @Test
    void whatWaitsBehindOneThatHasNoRoomIsNoReasonToLookAgain() {
        fill(500_000);
        park(600_000, null);
        Operation behind = park(10, null);

        assertThat(parked.restNanos(now())).isPositive();
        parked.look(now());
        assertThat(tried()).isEmpty();
        assertThat(parked.isBehindAnother(message(10, null, 2))).isTrue();
        assertThat(parked.isBehindAnother(message(10, "named", 2))).isFalse();

        parked.look(now() + WAIT_NANOS + 1);
        assertThat(behind.await())
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.REPLAY_LOG_QUOTA_EXCEEDED));
        assertThat(counters.overQuota()).isEqualTo(2);
        parked.tell();
        parked.tell();
        assertThat(told).containsExactly(2L);
        assertThat(parked.isBehindAnother(message(10, null, 2))).isFalse();
    }

    @Test
    void oneThatIsTriedInVainWaitsNoLongerThanOneThatIsNot() {
        Operation operation = park(600_000, null);
        parked.look(now());
        assertThat(tried()).containsExactly(operation);
        fill(500_000);
        long later = now() + WAIT_NANOS;

        parked.park(operation, message(600_000, null, 1));
        parked.look(later);

        assertThat(operation.await()).isInstanceOf(Rejected.class);
    }

    @Test
    void whatCanNeverFitAnyMoreIsTriedAndSoRefused() {
        fill(500_000);
        Operation operation = park(600_000, null);
        directory.putReplayLog(null);
        assertThat(parked.restNanos(now())).isZero();

        parked.look(now());

        assertThat(tried()).containsExactly(operation);
    }

    @Test
    void moreThanMayWaitIsRefusedAtOnce() {
        fill(999_999);
        park(900_000, "a");
        park(900_000, "b");
        park(900_000, "c");

        assertThat(park(900_000, "d").await()).isInstanceOf(Rejected.class);
        assertThat(counters.overQuota()).isEqualTo(1);
    }

    /** A prepared branch has reserved so much of the log. */
    private void fill(int bytes) {
        PreparedBranches.reserve(state, bytes);
    }
}
