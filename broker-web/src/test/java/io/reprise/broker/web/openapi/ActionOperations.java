package io.reprise.broker.web.openapi;

import static io.reprise.broker.web.openapi.ManagementOperations.EMPTY;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.replay.ReplayRequest;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Descriptions of the actions, with the schemas of what they take and tell. A new action gets its description here. */
final class ActionOperations {
    private static final String TIME = " Unix seconds, a text with an offset, or so long ago (-PT20M).";

    private ActionOperations() {}

    static List<Description> all() {
        return List.of(
                Description.of("EndpointActions.retryMsgs", "Sends dead messages back to where they died.")
                        .butNot("topicEndpoints")
                        .takes("Selection", EMPTY)
                        .tells("RetriedMsgs")
                        .refuses(ErrorCode.INVALID_SELECTOR, ErrorCode.NOT_ALLOWED),
                Description.of("EndpointActions.deleteMsgs", "Removes messages that are not in flight.")
                        .takes("Selection", "{'selector':'JMSPriority < 2'}")
                        .tells("DeletedMsgs")
                        .refuses(ErrorCode.INVALID_SELECTOR),
                Description.of(
                                "EndpointActions.deadLetterMsgs",
                                "Moves messages that are not in flight to the dead message queue.")
                        .takes("Selection", EMPTY)
                        .tells("DeadLetteredMsgs")
                        .refuses(ErrorCode.INVALID_SELECTOR, ErrorCode.NOT_ALLOWED),
                Description.of("EndpointActions.releaseMsgs", "Has delayed messages offered again now.")
                        .takes("Nothing", EMPTY)
                        .tells("ReleasedMsgs"),
                Description.of("Messages.act", "Does this to one message: {action}.")
                        .words("action", "delete", "retry", "release")
                        .butNot("topicEndpoints", "retry")
                        .takes("Nothing", EMPTY)
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of(
                                "ReplayActions.start",
                                "Starts a replay: what is on the {endpoint} is removed, and what the replay log holds of its subscriptions is put on it. A client may, of an exclusive endpoint that it owns or may consume from.")
                        .takes("StartReplay", "{'dryRun':true}")
                        .tells("StartedReplay")
                        .refuses(
                                ErrorCode.REPLAY_DISABLED,
                                ErrorCode.REPLAY_START_TIME_NOT_AVAILABLE,
                                ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                                ErrorCode.REPLAY_PARTITIONED_QUEUE,
                                ErrorCode.REPLAY_TEMPORARY_ENDPOINT,
                                ErrorCode.REPLAY_NOT_EXCLUSIVE),
                Description.of(
                                "ReplayActions.cancel",
                                "Cancels the running replay: what was there before and is not acknowledged comes back.")
                        .takes("CancelReplay", EMPTY)
                        .refuses(ErrorCode.REPLAY_NOT_RUNNING),
                Description.of(
                                "ReplayActions.copy",
                                "Appends one message of the replay log to the {endpoint}, as a new one.")
                        .takes("CopyMsgFromReplayLog", "{'replicationGroupMsgId':'{replicationGroupMsgId}'}")
                        .tells("CopiedMsg")
                        .refuses(
                                ErrorCode.MISSING_PARAMETER,
                                ErrorCode.REPLAY_DISABLED,
                                ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                                ErrorCode.NOT_ALLOWED,
                                ErrorCode.QUEUE_QUOTA_EXCEEDED,
                                ErrorCode.VPN_QUOTA_EXCEEDED),
                Description.of(
                                "EndpointActions.copyMsgFromQueue",
                                "Appends one message of a queue to the {endpoint}, as a new one; the queue keeps it.")
                        .takes(
                                "CopyMsgFromQueue",
                                "{'sourceQueueName':'orders/eu','replicationGroupMsgId':'{replicationGroupMsgId}'}")
                        .tells("CopiedMsgOfQueue")
                        .refuses(
                                ErrorCode.MISSING_PARAMETER,
                                ErrorCode.NOT_ALLOWED,
                                ErrorCode.QUEUE_QUOTA_EXCEEDED,
                                ErrorCode.VPN_QUOTA_EXCEEDED),
                Description.of("Snapshots.delete", "Deletes the snapshot of a subject.")
                        .takes("Nothing", EMPTY)
                        .refuses(ErrorCode.INVALID_TOPIC),
                Description.of("ReplayLogActions.trim", "Takes the oldest messages out of the replay log.")
                        .takes("TrimLoggedMsgs", "{'olderThanTime':'-P7D'}")
                        .tells("TrimmedMsgs")
                        .refuses(ErrorCode.MISSING_PARAMETER),
                Description.of(
                                "ActivationResource.act",
                                "Does this to an activation of this server, until it restarts: {action}.")
                        .words("action", "pause", "resume")
                        .takes("Nothing", EMPTY)
                        .tells("MonitorMsgVpnActivation"));
    }

    static Map<String, Schema<?>> schemas() {
        Map<String, Schema<?>> schemas = new LinkedHashMap<>();
        schemas.put("Nothing", Fields.of("An object without attributes.").schema());
        schemas.put(
                "Selection",
                Fields.of("Which messages.")
                        .text("selector", "A selector of Jakarta Messaging; all messages without it.")
                        .schema());
        schemas.put("StartReplay", startReplay());
        schemas.put("StartedReplay", startedReplay());
        schemas.put(
                "CancelReplay",
                Fields.of("How a replay is cancelled.")
                        .flag("forceComplete", "SEMP's; makes no difference, as cancelling never waits for consumers.")
                        .schema());
        schemas.put(
                "CopyMsgFromReplayLog",
                Fields.of("Which message is copied.")
                        .text("replicationGroupMsgId", "The message of the replay log.")
                        .text("sourceReplayLogName", "The name of the VPN's replay log.")
                        .required("replicationGroupMsgId")
                        .schema());
        schemas.put(
                "CopiedMsg",
                Fields.of("The copy.")
                        .text("replicationGroupMsgId", "The id of the copy.")
                        .schema());
        schemas.put(
                "CopyMsgFromQueue",
                Fields.of("Which message to copy.")
                        .text("sourceQueueName", "The queue that has it.")
                        .text(
                                "replicationGroupMsgId",
                                "The id of the message, as the queue's list of messages shows it.")
                        .required("sourceQueueName", "replicationGroupMsgId")
                        .schema());
        schemas.put(
                "CopiedMsgOfQueue",
                Fields.of("The copy.")
                        .number("msgId", "The id by which the endpoint's list of messages has it.")
                        .schema());
        schemas.put(
                "TrimLoggedMsgs",
                Fields.of("Up to where the replay log is trimmed: one of the two.")
                        .text("olderThanTime", "What was taken in strictly before it goes." + TIME)
                        .text("beforeMsg", "What comes before the message of this replicationGroupMsgId goes.")
                        .schema());
        putCount(schemas, "TrimmedMsgs", "trimmedMsgCount");
        putCount(schemas, "DeletedMsgs", "deletedMsgCount");
        putCount(schemas, "DeadLetteredMsgs", "deadLetteredMsgCount");
        putCount(schemas, "ReleasedMsgs", "releasedMsgCount");
        schemas.put(
                "RetriedMsgs",
                Fields.of("What became of dead messages.")
                        .number("retriedMsgCount", "How many went.")
                        .number("stayedMsgCount", "How many stayed.")
                        .add(
                                "stayed",
                                new ObjectSchema().additionalProperties(new IntegerSchema().format("int64")),
                                "How many stayed for which reason: not-dead, not-free, origin-deleted, no-room, replaced, damaged.")
                        .schema());
        return schemas;
    }

    private static void putCount(Map<String, Schema<?>> schemas, String name, String field) {
        schemas.put(
                name,
                Fields.of("What an action did.")
                        .number(field, "How many messages it concerned.")
                        .schema());
    }

    private static Schema<?> startReplay() {
        return Fields.of("What is replayed; without a start from the beginning of the log.")
                .text("replayLogName", "The name of the VPN's replay log.")
                .text("fromTime", "Begins with what was taken in then." + TIME)
                .text("afterMsg", "Begins after the message of this replicationGroupMsgId.")
                .text("toTime", "Ends with what was taken in then." + TIME)
                .text("toMsg", "Ends with the message of this replicationGroupMsgId.")
                .number(
                        "ratePerSecond",
                        "How many messages a second; 0 is no limit.",
                        0,
                        ReplayRequest.MAX_RATE_PER_SECOND)
                .flag("dryRun", "Changes nothing and counts exactly.")
                .schema();
    }

    private static Schema<?> startedReplay() {
        return Fields.of("What the start of a replay selects.")
                .number("fromTime", "When the first message of the range was taken in, unix seconds.")
                .number("firstMsgId", "The first message of the range.")
                .number("lastMsgId", "The last message of the range.")
                .number("loggedMsgCount", "How many messages of the log lie in the range.")
                .number("ratePerSecond", "As asked for.")
                .flag("dryRun", "As asked for.")
                .number("matchingMsgCount", "With dryRun: how many would be replayed.")
                .number("removedMsgCount", "With dryRun: how many would be removed from the endpoint.")
                .number("removedNotLoggedMsgCount", "With dryRun: how many of these are not in the log.")
                .flag("topicFilterEnabled", "With dryRun: whether the log has a topic filter.")
                .text("topicFilterRemark", "With dryRun: what the filter means for the replay.")
                .schema();
    }
}
