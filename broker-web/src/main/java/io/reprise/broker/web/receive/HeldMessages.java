package io.reprise.broker.web.receive;

import io.reprise.broker.model.delivery.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer's client has received and not settled, and what it has settled since it last received: a settlement whose answer was
 * lost is answered again as the first time. Of two who settle the same message one does it. Thread-safe.
 */
final class HeldMessages {
    private final int limitMessages;
    private final long limitBytes;
    private final Map<String, Held> held = new LinkedHashMap<>();
    private final Map<String, Held> settling = new LinkedHashMap<>();
    private final Map<String, Settlement> settled = new LinkedHashMap<>();
    private long bytes;
    private long lastToken;

    HeldMessages(int limitMessages, long limitBytes) {
        this.limitMessages = limitMessages;
        this.limitBytes = limitBytes;
    }

    /** How many more it may get now; a single message may pass the limit of bytes. */
    synchronized int room() {
        return bytes >= limitBytes ? 0 : Math.max(0, limitMessages - count());
    }

    /** What the limits are and how far they are used, for people. */
    synchronized String use() {
        return count() + " unsettled messages of " + bytes + " bytes";
    }

    private int count() {
        return held.size() + settling.size();
    }

    synchronized Held add(Delivery delivery) {
        Held added = new Held(Long.toString(++lastToken), delivery);
        held.put(added.token(), added);
        bytes += added.sizeBytes();
        return added;
    }

    /** In the order of receipt, without those that are being settled. */
    synchronized List<Held> all() {
        return List.copyOf(held.values());
    }

    /** What was settled before is forgotten: whoever receives again has had the answers. */
    synchronized void forgetSettled() {
        settled.clear();
    }

    /** Begins to settle a message; empty if it can't be, and {@link #outcome} says why. */
    synchronized Optional<Held> begin(String token) {
        @Nullable Held begun = held.remove(token);
        if (begun == null) {
            return Optional.empty();
        }
        settling.put(token, begun);
        return Optional.of(begun);
    }

    /** What became of it. */
    synchronized Settlement outcome(String token) {
        if (settling.containsKey(token)) {
            return Settlement.BUSY;
        }
        return settled.getOrDefault(token, Settlement.GONE);
    }

    /** It was settled, or that is not known. */
    synchronized void end(Held begun, Settlement settlement) {
        if (settling.remove(begun.token()) != null) {
            settled.put(begun.token(), settlement);
            bytes -= begun.sizeBytes();
        }
    }

    /** Nothing came of it: the client has it as before. */
    synchronized void undo(List<Held> begun) {
        List<Held> others = new ArrayList<>(held.values());
        held.clear();
        begun.forEach(back -> {
            if (settling.remove(back.token()) != null) {
                held.put(back.token(), back);
            }
        });
        others.forEach(other -> held.put(other.token(), other));
    }

    /** A message that did not reach its client, unless it was settled. */
    synchronized boolean withdraw(Held lost) {
        boolean was = held.remove(lost.token()) != null;
        bytes -= was ? lost.sizeBytes() : 0;
        return was;
    }
}
