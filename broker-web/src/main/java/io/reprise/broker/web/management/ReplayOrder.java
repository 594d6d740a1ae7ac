package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.ReplayEnd;
import io.reprise.broker.model.replay.ReplayRequest;
import io.reprise.broker.model.replay.ReplayStart;
import io.reprise.broker.web.request.BodyFields;
import io.reprise.broker.web.semp.SempCall;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * What the body of {@code startReplay} asks for (spec 5.1).
 *
 * @param request what is to be replayed
 * @param dryRun whether it is only to be looked at
 * @param logName the log that the caller means, if it says so
 */
record ReplayOrder(ReplayRequest request, boolean dryRun, Optional<String> logName) {
    private static final String LOG_NAME = "replayLogName";
    private static final String FROM_TIME = "fromTime";
    private static final String AFTER_MSG = "afterMsg";
    private static final String TO_TIME = "toTime";
    private static final String TO_MSG = "toMsg";
    private static final String RATE = "ratePerSecond";
    private static final String DRY_RUN = "dryRun";
    private static final Set<String> FIELDS = Set.of(LOG_NAME, FROM_TIME, AFTER_MSG, TO_TIME, TO_MSG, RATE, DRY_RUN);

    /**
     * Reads it; relative times count back from now by {@code clock}.
     *
     * @throws BrokerException {@code INVALID_PARAMETER} with all that is wrong with it
     */
    static ReplayOrder read(SempCall call, InputStream json, InstantSource clock) {
        BodyFields fields = BodyFields.read(call.uri(), json, FIELDS);
        Optional<Instant> from = fields.time(FROM_TIME, clock);
        Optional<ReplicationGroupMsgId> after = fields.message(AFTER_MSG);
        Optional<Instant> toTime = fields.time(TO_TIME, clock);
        Optional<ReplicationGroupMsgId> toMsg = fields.message(TO_MSG);
        fields.refuseBoth(FROM_TIME, AFTER_MSG);
        fields.refuseBoth(TO_TIME, TO_MSG);
        refuseBackwards(fields, from, toTime);
        ReplayRequest request = new ReplayRequest(start(from, after), end(toTime, toMsg), rate(fields));
        boolean dryRun = fields.flag(DRY_RUN).orElse(false);
        Optional<String> logName = fields.text(LOG_NAME, "the name of the VPN's replay log");
        fields.problems().throwIfAny();
        return new ReplayOrder(request, dryRun, logName);
    }

    private static int rate(BodyFields fields) {
        return fields.number(RATE, 0, ReplayRequest.MAX_RATE_PER_SECOND)
                .orElse(0L)
                .intValue();
    }

    private static ReplayStart start(Optional<Instant> from, Optional<ReplicationGroupMsgId> after) {
        return after.<ReplayStart>map(ReplayStart.AfterMessage::new)
                .or(() -> from.map(ReplayStart.FromTime::new))
                .orElseGet(ReplayStart.Beginning::new);
    }

    private static ReplayEnd end(Optional<Instant> time, Optional<ReplicationGroupMsgId> message) {
        return message.<ReplayEnd>map(ReplayEnd.AtMessage::new)
                .or(() -> time.map(ReplayEnd.AtTime::new))
                .orElseGet(ReplayEnd.WholeLog::new);
    }

    private static void refuseBackwards(BodyFields fields, Optional<Instant> from, Optional<Instant> to) {
        if (from.isPresent() && to.isPresent() && to.get().isBefore(from.get())) {
            fields.problems().refuse(TO_TIME, to.get().toString(), FROM_TIME + ", " + from.get() + ", or later");
        }
    }
}
