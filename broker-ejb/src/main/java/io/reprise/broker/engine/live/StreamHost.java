package io.reprise.broker.engine.live;

import io.reprise.broker.engine.live.Beginning.Chosen;
import io.reprise.broker.model.live.LiveEvent;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a stream needs of its VPN. Any thread. */
interface StreamHost {
    /**
     * Reads what is chosen; null if it need not come.
     *
     * @param laterFollows whether a later message of a subject is on its way
     * @throws BrokenStreamException if it can't be had
     */
    LiveEvent.@Nullable Received read(Chosen chosen, Predicate<String> laterFollows);

    /**
     * Reads a live message.
     *
     * @throws BrokenStreamException if it can't be had
     */
    LiveEvent.Received read(Update update, long discardedBefore);

    /** Counts a recovery. */
    void recovered(boolean isComplete);

    /** Counts direct messages lost in its buffer. */
    void lost(long directMessages);

    /** It has no use for messages any more. Only hands over. */
    void leaves(LiveStream stream);

    /** Calls {@link LiveStream#release} when the interval is over. Only hands over. */
    void releaseLater(LiveStream stream, long intervalMillis);
}
