package io.reprise.broker.model.live;

import java.util.OptionalLong;

/** What a live subscriber sees, in this order: what it begins with, {@link Begun}, then live messages. Immutable. */
public sealed interface LiveEvent {
    /**
     * A message.
     *
     * @param discardedBefore how many direct messages were lost to it in its own buffer since the event before [spec 1.5]
     * @param covers the id through which the stream is complete with this event, for a later {@link LiveStart.AfterMessage}; empty
     *     within what it begins with, but for recovered messages
     */
    record Received(LiveMessageType type, LiveMessage message, long discardedBefore, OptionalLong covers)
            implements LiveEvent {}

    /**
     * A recovery is over: {@code complete} if everything missed was among what came before this (DATA_SYNC); else snapshots came
     * instead (DATA_RESYNC). Comes before {@link Begun}, and only if a recovery was asked for.
     */
    record Recovered(boolean complete) implements LiveEvent {}

    /**
     * What it begins with is over: what follows is live.
     *
     * @param covers as in {@link Received}
     */
    record Begun(long covers) implements LiveEvent {}
}
