package io.reprise.broker.ra.jms;

import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.replay.ReplayLocation;
import io.reprise.broker.model.replay.ReplayRange;
import io.reprise.broker.model.replay.ReplayRequest;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What a client wants replayed to it when it begins to consume, and the name by which that is done once only, however often it begins
 * [spec 2.5]. Immutable.
 *
 * @param text where it begins, as it was written
 * @param from the same, read
 * @param id names the wish: 1–200 characters
 */
public record ReplayWish(String text, ReplayLocation from, String id) {
    /** The names by which applications give the two. */
    public static final String FROM = "replayFrom";

    public static final String ID = "replayId";
    public static final String ID_ALLOWED = "1–200 characters";
    private static final int MAX_ID_CHARACTERS = 200;

    /**
     * Reads it.
     *
     * @throws BrokerException INVALID_PARAMETER that names what is malformed
     */
    public static ReplayWish of(String from, String id) {
        if (!isId(id)) {
            throw BrokerException.refused(ErrorCode.INVALID_PARAMETER, ID, "'" + id + "'", ID_ALLOWED);
        }
        return new ReplayWish(from, ReplayLocation.parse(FROM, from), id);
    }

    /** Whether it can name a wish. */
    public static boolean isId(String id) {
        return !id.isBlank() && id.codePointCount(0, id.length()) <= MAX_ID_CHARACTERS;
    }

    /**
     * Asks for it; a relative time counts back from now.
     *
     * @return what is replayed; empty if a wish of that name was granted before
     * @throws BrokerException if it is refused, with the wish in its text; then nothing has changed
     */
    public Optional<ReplayRange> ask(Flow flow, InstantSource clock) {
        try {
            return flow.startReplay(id, ReplayRequest.from(from.start(clock)));
        } catch (BrokerException e) {
            throw new BrokerException(e.code(), this + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return FROM + "=" + text + ", " + ID + "=" + id;
    }
}
