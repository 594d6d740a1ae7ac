package io.reprise.broker.it.seam;

import jakarta.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * What a live subscriber may get [spec 3.1, 3.2]: of each subject a snapshot or what it missed, then every later guaranteed message once, in order,
 * never one that is older than what it had; of direct ones losses are indicated. One thread.
 */
final class StreamCheck {
    private final String who;
    private final Map<String, State> subjects = new HashMap<>();

    private boolean recovers;
    private int snapshots;
    private int recovered;

    /** How far it is on a subject. */
    private static final class State {
        private long epoch;
        private long seq;
        /** The publisher's number of the last message. */
        private int number;
        /** Whether nothing that was published since the last one was before its time. */
        private boolean isContinuous;
    }

    StreamCheck(String who) {
        this.who = who;
    }

    /** It connects again: with what it has, or anew. */
    void connects(boolean toRecover) {
        recovers = toRecover;
        if (toRecover) {
            subjects.values().forEach(state -> state.isContinuous = false);
        } else {
            subjects.clear();
        }
    }

    /** A status. */
    void says(String status) {
        if (status.equals("DATA_SYNC") || status.equals("DATA_RESYNC")) {
            require(recovers, "unasked " + status);
            recovers = false;
        }
    }

    void gets(JsonObject message) {
        String subject = message.getString("subject");
        String type = message.getString("message_type");
        long epoch = message.getJsonNumber("epoch").longValue();
        long seq = message.getJsonNumber("seq").longValue();
        int number = Integer.parseInt(message.getString("content"));
        boolean guaranteed = message.getString("qos").equals("GUARANTEED");
        State known = subjects.get(subject);
        State state = known == null ? new State() : known;
        switch (type) {
            case "SNAPSHOT" -> {
                snapshots++;
                long headEpoch = message.containsKey("head_epoch")
                        ? message.getJsonNumber("head_epoch").longValue()
                        : epoch;
                long headSeq = message.containsKey("head_seq")
                        ? message.getJsonNumber("head_seq").longValue()
                        : seq;
                require(known == null || recovers, "a second snapshot " + message);
                require(
                        known == null || headEpoch > state.epoch || headEpoch == state.epoch && headSeq >= state.seq,
                        "back behind " + state.seq + ": " + message);
                state.epoch = headEpoch;
                state.seq = headSeq;
                state.isContinuous = false;
            }
            case "RECOVERED" -> {
                recovered++;
                require(guaranteed && recovers, "not to be recovered " + message);
                follows(known, state, epoch, seq, message);
            }
            case "UPDATE" -> {
                require(known == null || number > state.number, "older than " + state.number + ": " + message);
                if (guaranteed) {
                    follows(known, state, epoch, seq, message);
                } else {
                    long lost = message.containsKey("discarded_before")
                            ? message.getJsonNumber("discarded_before").longValue()
                            : 0;
                    require(
                            !state.isContinuous || number == state.number + 1 || lost > 0,
                            "lost without a word after " + state.number + ": " + message);
                }
                state.isContinuous = true;
            }
            default -> require(false, "unknown " + message);
        }
        state.number = number;
        subjects.put(subject, state);
    }

    private void follows(State known, State state, long epoch, long seq, JsonObject message) {
        require(
                known == null || state.seq == 0 || epoch == state.epoch && seq == state.seq + 1,
                "not after " + state.epoch + "/" + state.seq + ": " + message);
        state.epoch = epoch;
        state.seq = seq;
    }

    /** The last guaranteed message of a subject it knows of; 0 if none. */
    long seq(String subject) {
        State state = subjects.get(subject);
        return state == null ? 0 : state.seq;
    }

    int snapshots() {
        return snapshots;
    }

    int recovered() {
        return recovered;
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            throw new AssertionError(who + " got what it must not: " + fault);
        }
    }
}
