package io.reprise.broker.model.management;

import java.util.Locale;

/** Every event: a log line with a name that never changes, and a counter (spec 5.6). {@code docs/events.md} comes from here. */
public enum EventCode {
    MESSAGE_DEAD_LETTERED("Messages died and went to a dead message queue; one line for each log entry."),
    MESSAGE_RETRIED("An administrator sent dead messages back to where they died; one line for each log entry."),
    REDELIVERY_LIMIT_LOWERED(
            "A message had been delivered more often than its consumer's limit allows now, and died at its next turn."),
    REPLAY_LOG_OVER_QUOTA("Messages were refused to their publishers as the replay log had no room for them."),
    REPLAY_LOG_TRIMMED(
            "The oldest messages left the replay log, for its quota or by an administrator, after none had for a minute."),
    REPLAY_STARTED("The replay of an endpoint started: what was on the endpoint was set aside."),
    REPLAY_COMPLETED("All messages of a replay were acknowledged, or are gone from the endpoint for other reasons."),
    REPLAY_FAILED(
            "A replay failed or was cancelled, the line says why: what had been set aside is on the endpoint again, where it was not acknowledged meanwhile."),
    ACTIVATION_PAUSED("An activation paused, after failures or by an administrator."),
    ACTIVATION_RESUMED("A paused activation resumed.");

    private final String text;

    EventCode(String text) {
        this.text = text;
    }

    /** Its name in log lines and metrics. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** One sentence for people. */
    public String text() {
        return text;
    }
}
