package io.reprise.broker.model.management;

import java.util.Locale;

/**
 * Every alarm: a condition that somebody should end, with a name that never changes (spec 5.6). {@code docs/events.md} comes from
 * here.
 */
public enum AlarmCode {
    /** Of an endpoint. */
    MESSAGES_HELD(
            "endpoint",
            "Messages are held: they died and their dead message queue does not exist or takes none, or they are damaged.",
            "Look at the endpoint's messages with state `held` and their `heldReason`. Create the dead message queue, enable it or make room in it: they go there by themselves. Damaged ones can only be deleted."),
    /** Of a dead message queue. */
    DEAD_MESSAGE_QUEUE_FILLING(
            "queue",
            "A dead message queue uses more than 80 % of its quota.",
            "Find out why messages die (`deathReason`, `deathEndpointName`), then `retryMsgs` or `deleteMsgs`, or raise `maxMsgSpoolUsage`: when it is full, dead messages are held where they died."),
    /** Of an endpoint. */
    ENDPOINT_FILLING(
            "endpoint",
            "An endpoint uses more than 90 % of its quota.",
            "Look at its `txFlows`: without consumers start them, with slow ones add some; else raise `maxMsgSpoolUsage`. When it is full, publishers are refused, or the oldest messages die, as it is configured."),
    /** Of the VPN. */
    VPN_SPOOL_FILLING(
            "VPN",
            "The endpoints of the VPN use more than 90 % of its quota together.",
            "List its endpoints with `where=spooledBytes%3E…` for the large ones and see to their consumers, or raise the VPN's `maxMsgSpoolUsage`: when it is full, every publisher is refused."),
    /** Of the replay log. */
    REPLAY_LOG_FILLING(
            "replay log",
            "The replay log has reached 90 % of its quota: the oldest messages leave it, and can't be replayed any more.",
            "Nothing, if what it holds goes back far enough (`oldestSpooledTime`). Else raise its `maxSpoolUsage`, or let its topic filter take less. A running replay whose messages leave it fails."),
    /** Of an activation. */
    ACTIVATION_PAUSED(
            "activation",
            "An activation paused after deliveries in a row failed.",
            "Read the bean's errors in the server's log, mend what it needs, then resume it (`activations/{activation}/resume`); with a `pauseInterval` it resumes by itself."),
    /** Of an activation. */
    ACTIVATION_UNBOUND(
            "activation",
            "An activation can't consume: its endpoint is missing, switched off or taken, or its replay was refused.",
            "The detail says what is wrong. Create or enable the endpoint: the activation tries again every `setupInterval`. One that has given up is resumed by `activations/{activation}/resume`."),
    /** Of a REST consumer. */
    REST_CONSUMER_DOWN(
            "REST consumer",
            "A REST delivery point can't reach one of its targets: nothing is posted to it, and messages wait uncounted.",
            "The detail says why. Start the target, or mend `remoteHost`, `remotePort`, `tlsEnabled` or its certificate. If it is not allowed, a server's administrator adds it to `reprise.web.push.allowedTargets`. It is tried every `retryDelay`."),
    /** Of the VPN. */
    DATABASE_AWAY(
            "VPN",
            "The database can't be used.",
            "Start the database, or mend what the detail names (address, user, password, full disk). Nothing stored is lost; publishers wait, then hear that the outcome is unknown. Service goes on by itself."),
    /** Of the VPN. */
    DATABASE_HISTORY_GROWS(
            "VPN",
            "InnoDB has more than a million undo log records to purge: a long transaction keeps it from that, and tables grow.",
            "Find the oldest transaction in `information_schema.innodb_trx`, most often a dump or a forgotten session, and end it."),
    /** Of the VPN. */
    VPN_NOT_SERVED(
            "VPN",
            "The VPN can't be served though the database can be reached.",
            "The detail says why, the server's log has more. It is tried again every second. If the log is damaged, restore a backup."),
    /** Of the VPN. */
    VPN_STANDS_BY(
            "VPN",
            "Another broker serves the VPN; this one stands by.",
            "Nothing on a standby. If this broker should serve it, stop the one that the detail names."),
    /** Of the VPN. */
    CLOCK_REFUSED(
            "VPN",
            "A jump of this machine's clock, which the database's denies, is refused.",
            "Set this machine's clock, and the database's, by the same time server. Until they agree, time goes on from where it was."),
    /** Of the VPN. */
    COMMITTER_STALLED(
            "VPN",
            "The committer has been at one log entry for more than ten seconds: nothing is stored meanwhile.",
            "Look at the database: locks, a full disk, a stalled replication, a network that drops packets. Take a thread dump of the server for the thread `reprise-committer-<vpn>` if it is well."),
    /** Of the VPN. */
    CHECKPOINT_LAGS(
            "VPN",
            "A recovery would fold more than 200,000 log entries: checkpoints don't keep up, or fail.",
            "Look in the server's log for `checkpoint of VPN`, and at the database's load. A restart takes longer meanwhile, and the log's table grows."),
    /** Of the VPN. */
    BRANCH_UNDECIDED(
            "VPN",
            "A transaction branch has been prepared for more than ten minutes and nobody has decided it.",
            "Its messages are in doubt and hold room. See that the transaction manager that prepared it runs its recovery; in WildFly look at `/subsystem=transactions/log-store=log-store:probe`.");

    private final String of;
    private final String text;
    private final String whatToDo;

    AlarmCode(String of, String text, String whatToDo) {
        this.of = of;
        this.text = text;
        this.whatToDo = whatToDo;
    }

    /** Its name in answers, log lines and metrics. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What has it. */
    public String of() {
        return of;
    }

    /** One sentence for people. */
    public String text() {
        return text;
    }

    /** What an operator does about it. */
    public String whatToDo() {
        return whatToDo;
    }
}
