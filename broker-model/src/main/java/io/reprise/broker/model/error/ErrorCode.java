package io.reprise.broker.model.error;

import static io.reprise.broker.model.error.ErrorKind.BIND;
import static io.reprise.broker.model.error.ErrorKind.NACK;
import static io.reprise.broker.model.error.ErrorKind.REPLAY;
import static io.reprise.broker.model.error.ErrorKind.REQUEST;
import static io.reprise.broker.model.error.ErrorKind.STORE;
import static io.reprise.broker.model.error.ErrorKind.UNCERTAIN;

/**
 * Every error the broker reports, once: a stable slug for machines, the management API's status, the HTTP status outside its paths,
 * and whether trying again helps. {@code docs/errors.md} is produced from here.
 *
 * <p>Retryable means: the same request may be sent again as it is, cannot do anything twice, and may succeed later without anyone
 * changing the configuration.
 */
public enum ErrorCode {
    INVALID_PARAMETER(
            "invalid-parameter",
            REQUEST,
            SempStatus.INVALID_PARAMETER,
            400,
            Retry.NO,
            "A value is unknown, malformed or out of range."),
    MISSING_PARAMETER(
            "missing-parameter", REQUEST, SempStatus.MISSING_PARAMETER, 400, Retry.NO, "A required value is absent."),
    INVALID_TOPIC(
            "invalid-topic",
            REQUEST,
            SempStatus.INVALID_PARAMETER,
            400,
            Retry.NO,
            "A topic or a filter breaks the rules for topics: 1–250 bytes of UTF-8, at most 128 levels, no NUL."),
    INVALID_SELECTOR(
            "invalid-selector",
            REQUEST,
            SempStatus.INVALID_PARAMETER,
            400,
            Retry.NO,
            "A message selector is not one of Jakarta Messaging's; the text says where and why."),
    NOT_FOUND("not-found", REQUEST, SempStatus.NOT_FOUND, 404, Retry.NO, "The named object does not exist."),
    ALREADY_EXISTS(
            "already-exists", REQUEST, SempStatus.ALREADY_EXISTS, 409, Retry.NO, "An object of that name exists."),
    NOT_SUPPORTED(
            "not-supported",
            REQUEST,
            SempStatus.NOT_SUPPORTED,
            400,
            Retry.NO,
            "The feature or value is known, but this version does not offer it."),
    NOT_ALLOWED(
            "not-allowed",
            REQUEST,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The object's state or its settings forbid the operation."),
    VERSION_CONFLICT(
            "version-conflict",
            REQUEST,
            SempStatus.NOT_ALLOWED,
            412,
            Retry.NO,
            "The object was changed since it was read, or is not what the call's conditions ask for (If-Match, If-None-Match)."),
    PARSE_ERROR("parse-error", REQUEST, SempStatus.PARSE_ERROR, 400, Retry.NO, "The request's text cannot be read."),
    UNAUTHORIZED("unauthorized", REQUEST, SempStatus.UNAUTHORIZED, 401, Retry.NO, "Nobody is authenticated."),
    ACCESS_DENIED(
            "access-denied",
            REQUEST,
            SempStatus.UNAUTHORIZED,
            403,
            Retry.NO,
            "The authenticated user lacks the role or permission."),
    SUBSCRIPTION_LIMIT(
            "subscription-limit",
            REQUEST,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The VPN holds as many subscriptions as it may."),
    TOO_MANY_CONNECTIONS(
            "too-many-connections",
            REQUEST,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "The server holds as many connections for live streams as it may (reprise.web.maxConnections)."),
    DIRECT_IN_TRANSACTION(
            "direct-in-transaction",
            REQUEST,
            SempStatus.NOT_ALLOWED,
            400,
            Retry.NO,
            "A transaction takes guaranteed messages only."),
    INTERNAL_ERROR(
            "internal-error",
            REQUEST,
            SempStatus.NOT_ALLOWED,
            500,
            Retry.NO,
            "A fault of the broker; its log has the cause."),

    NO_SUCH_QUEUE(
            "no-such-queue",
            NACK,
            SempStatus.NOT_FOUND,
            404,
            Retry.NO,
            "The message names a queue that does not exist."),
    INGRESS_DISABLED(
            "ingress-disabled",
            NACK,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "An endpoint that the message matches takes no messages (ingressEnabled=false)."),
    MESSAGE_TOO_BIG(
            "message-too-big",
            NACK,
            SempStatus.NOT_ALLOWED,
            413,
            Retry.NO,
            "The message is larger than maxMsgSize of an endpoint it matches, or than what the database takes."),
    QUEUE_QUOTA_EXCEEDED(
            "queue-quota-exceeded",
            NACK,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "An endpoint that the message matches is full."),
    VPN_QUOTA_EXCEEDED("vpn-quota-exceeded", NACK, SempStatus.NOT_ALLOWED, 503, Retry.YES, "The VPN's spool is full."),
    LOW_PRIORITY_REJECTED(
            "low-priority-rejected",
            NACK,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "An endpoint that the message matches holds so many messages that it takes no low-priority ones."),
    NO_SUBSCRIPTION_MATCH(
            "no-subscription-match",
            NACK,
            SempStatus.NOT_ALLOWED,
            404,
            Retry.NO,
            "No endpoint matches, and the VPN rejects such messages."),
    PUBLISHER_SEQUENCE_BELOW_WINDOW(
            "publisher-sequence-below-window",
            NACK,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The publisher sequence lies more than 1,024 below the highest accepted one: whether it was seen is no longer known."),
    REPLAY_LOG_QUOTA_EXCEEDED(
            "replay-log-quota-exceeded",
            NACK,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "The replay log had no room for the message within replayLogWait, or never will have (discardReplayLogOverQuota)."),
    NOT_STORED(
            "not-stored",
            NACK,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "The database refused the log entry for a definite reason."),
    VPN_STARTING("vpn-starting", NACK, SempStatus.NOT_ALLOWED, 503, Retry.YES, "The VPN is still recovering."),
    VPN_DOWN(
            "vpn-down",
            NACK,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "The VPN is not served here: stopped, stopping, stepped down, or disabled."),
    BACK_PRESSURE(
            "back-pressure",
            NACK,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "More is being published than can be stored; the message did not get its turn in time."),

    OUTCOME_UNKNOWN(
            "outcome-unknown",
            UNCERTAIN,
            SempStatus.NOT_ALLOWED,
            504,
            Retry.NO,
            "The publish timeout passed or the database was lost at the wrong moment. To be sent again with its publisher sequence, which makes the repetition harmless."),

    MAX_BIND_COUNT_REACHED(
            "max-bind-count-reached",
            BIND,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "The endpoint has as many consumers as it may (maxBindCount)."),
    EGRESS_DISABLED(
            "egress-disabled",
            BIND,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The endpoint gives out no messages (egressEnabled=false)."),
    ENDPOINT_DELETED(
            "endpoint-deleted",
            BIND,
            SempStatus.NOT_FOUND,
            410,
            Retry.NO,
            "The endpoint was deleted under its consumer."),
    CONSUMER_ENDED(
            "consumer-ended",
            BIND,
            SempStatus.NOT_ALLOWED,
            410,
            Retry.NO,
            "The broker has ended the consumer, and the text says why; it may still settle what it has, and another may be made."),
    TOO_MANY_CONSUMERS(
            "too-many-consumers",
            BIND,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "The server, or the user on this VPN, has as many consumers over HTTP as it may (reprise.web.maxConsumers, reprise.web.maxConsumersPerUser)."),

    XA_UNKNOWN_BRANCH(
            "xa-unknown-branch",
            ErrorKind.XA,
            SempStatus.NOT_FOUND,
            404,
            Retry.NO,
            "No transaction branch of that identifier is known."),
    XA_DUPLICATE_BRANCH(
            "xa-duplicate-branch",
            ErrorKind.XA,
            SempStatus.ALREADY_EXISTS,
            409,
            Retry.NO,
            "A transaction branch of that identifier exists."),
    XA_PROTOCOL(
            "xa-protocol",
            ErrorKind.XA,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The branch's state does not allow this step."),

    REPLAY_DISABLED(
            "replay-disabled",
            REPLAY,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The VPN has no replay log, or its log gives out no messages (egressEnabled=false)."),
    REPLAY_START_TIME_NOT_AVAILABLE(
            "replay-start-time-not-available",
            REPLAY,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The start lies before the log was created, or in the future."),
    REPLAY_START_MESSAGE_UNAVAILABLE(
            "replay-start-message-unavailable",
            REPLAY,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "The replay log does not hold the named message."),
    REPLAY_PARTITIONED_QUEUE(
            "replay-partitioned-queue",
            REPLAY,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "A partitioned queue cannot be replayed."),
    REPLAY_TEMPORARY_ENDPOINT(
            "replay-temporary-endpoint",
            REPLAY,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "A temporary endpoint cannot be replayed."),
    REPLAY_BROWSER(
            "replay-browser", REPLAY, SempStatus.NOT_ALLOWED, 409, Retry.NO, "A browser cannot ask for a replay."),
    REPLAY_NOT_EXCLUSIVE(
            "replay-not-exclusive",
            REPLAY,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "A client may start the replay of an exclusive endpoint only."),
    REPLAY_NOT_ACTIVE_FLOW(
            "replay-not-active-flow",
            REPLAY,
            SempStatus.NOT_ALLOWED,
            409,
            Retry.NO,
            "A client may start a replay from the flow that gets the endpoint's messages, not from one that stands by."),
    REPLAY_NOT_RUNNING(
            "replay-not-running", REPLAY, SempStatus.NOT_ALLOWED, 409, Retry.NO, "No replay runs on the endpoint."),

    STEPPED_DOWN(
            "stepped-down",
            STORE,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "Another broker owns the VPN now; this one was fenced off."),
    DATABASE_UNAVAILABLE(
            "database-unavailable", STORE, SempStatus.NOT_ALLOWED, 503, Retry.YES, "The database cannot be reached."),
    LIVE_OWNER_EXISTS(
            "live-owner-exists",
            STORE,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.YES,
            "Another live broker owns the VPN on this database."),
    BAD_DATABASE_SETTINGS(
            "bad-database-settings",
            STORE,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.NO,
            "A setting of the database would lose acknowledged messages."),
    DATABASE_ACCESS_REFUSED(
            "database-access-refused",
            STORE,
            SempStatus.NOT_ALLOWED,
            503,
            Retry.NO,
            "The database refuses the user or a privilege, or has no schema of that name."),
    LOG_INCOMPLETE(
            "log-incomplete",
            STORE,
            SempStatus.NOT_ALLOWED,
            500,
            Retry.NO,
            "Entries above the checkpoint are missing from the log: the database was damaged, or restored in parts."),
    CORRUPT_ENTRY_HEAD(
            "corrupt-entry-head",
            STORE,
            SempStatus.NOT_ALLOWED,
            500,
            Retry.NO,
            "The head of a log entry does not match its checksum; above the checkpoint the VPN stops until an administrator accepts the named loss."),
    CORRUPT_CHECKPOINT(
            "corrupt-checkpoint",
            STORE,
            SempStatus.NOT_ALLOWED,
            500,
            Retry.NO,
            "A row of the checkpoint cannot be what was written, or does not belong to this log; the VPN stops until the database is restored."),
    CORRUPT_BODY(
            "corrupt-body",
            STORE,
            SempStatus.NOT_ALLOWED,
            500,
            Retry.NO,
            "The body of one message does not match its checksum; that message cannot be delivered.");

    private enum Retry {
        YES,
        NO
    }

    private final String slug;
    private final ErrorKind kind;
    private final SempStatus semp;
    private final int httpStatus;
    private final Retry retry;
    private final String text;

    ErrorCode(String slug, ErrorKind kind, SempStatus semp, int httpStatus, Retry retry, String text) {
        this.slug = slug;
        this.kind = kind;
        this.semp = semp;
        this.httpStatus = httpStatus;
        this.retry = retry;
        this.text = text;
    }

    /** Names the error in answers, events and metrics; never changes once published. */
    public String slug() {
        return slug;
    }

    public ErrorKind kind() {
        return kind;
    }

    /** Status and number in the management API's envelope. */
    public SempStatus semp() {
        return semp;
    }

    /** HTTP status outside the management API's paths. */
    public int httpStatus() {
        return httpStatus;
    }

    /** HTTP status on the management API's paths: as SEMP does, 400 for whatever the caller can mend, a missing object included. */
    public int sempHttpStatus() {
        return switch (httpStatus) {
            case 401, 403, 412 -> httpStatus;
            default -> httpStatus >= 500 ? httpStatus : 400;
        };
    }

    public boolean retryable() {
        return retry == Retry.YES;
    }

    /** One sentence for people. */
    public String text() {
        return text;
    }
}
