package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.ErrorCode;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How an error is provoked over HTTP, in a VPN of its own with a queue {@code q}.
 *
 * @param code what the request is refused with
 * @param before sets up what the error needs
 * @param request the request that is refused
 * @param semp whether the answer is SEMP's envelope, else a problem document
 * @param text part of what the refusal says
 */
record Provocation(ErrorCode code, Runnable before, Supplier<Answer> request, boolean semp, String text) {
    static final String VPN = "SEMP/v2/config/msgVpns/errors";
    private static final String QUEUE = VPN + "/queues/q";
    private static final String LOG = VPN + "/replayLogs/log";
    private static final String ACTION = "SEMP/v2/action/msgVpns/errors/queues/q/";
    private static final String SEND = "rest/v1/errors/";
    private static final String LARGE = "x".repeat(1_500_000);
    private static final String CONSUMERS = SEND + "QUEUE/q/consumers";

    /** Of a user on a VPN. */
    private static final int MOST_CONSUMERS = 100;

    private static final Runnable NOTHING = () -> {};

    /** All that can be provoked by requests alone. */
    static List<Provocation> all() {
        return List.of(
                semp(
                        ErrorCode.INVALID_PARAMETER,
                        NOTHING,
                        () -> patch("{'maxBindCount':-1}"),
                        "maxBindCount = -1; allowed: 0–10000"),
                semp(
                        ErrorCode.MISSING_PARAMETER,
                        NOTHING,
                        () -> admin("POST", VPN + "/queues", "{}"),
                        "queueName is missing"),
                semp(
                        ErrorCode.INVALID_TOPIC,
                        NOTHING,
                        () -> admin(
                                "POST", QUEUE + "/subscriptions", "{'subscriptionTopic':'" + "a".repeat(251) + "'}"),
                        "250"),
                semp(ErrorCode.INVALID_SELECTOR, NOTHING, () -> action("deleteMsgs", "{'selector':'a ='}"), "a ="),
                semp(
                        ErrorCode.NOT_FOUND,
                        NOTHING,
                        () -> as("admin").get(VPN + "/queues/none"),
                        "queue 'none' of VPN 'errors' does not exist"),
                semp(
                        ErrorCode.ALREADY_EXISTS,
                        NOTHING,
                        () -> admin("POST", VPN + "/queues", "{'queueName':'q'}"),
                        "queue 'q'"),
                semp(
                        ErrorCode.NOT_SUPPORTED,
                        NOTHING,
                        () -> patch("{'deliveryCountEnabled':true}"),
                        "deliveryCountEnabled"),
                semp(
                        ErrorCode.NOT_ALLOWED,
                        NOTHING,
                        () -> as("admin").delete("SEMP/v2/config/msgVpns/default"),
                        "'default'"),
                semp(
                        ErrorCode.VERSION_CONFLICT,
                        NOTHING,
                        () -> as("admin").json("PATCH", QUEUE, "{'maxBindCount':3}", "If-Match", "\"0\""),
                        "queue 'q'"),
                semp(ErrorCode.PARSE_ERROR, NOTHING, () -> patch("{"), "JSON"),
                semp(ErrorCode.UNAUTHORIZED, NOTHING, () -> Api.with("").get(QUEUE), ""),
                semp(ErrorCode.ACCESS_DENIED, NOTHING, () -> as("client").delete(QUEUE), ""),
                problem(ErrorCode.NO_SUCH_QUEUE, NOTHING, () -> send("QUEUE/none", "x"), "queue 'none'"),
                problem(
                        ErrorCode.INGRESS_DISABLED,
                        () -> set("{'ingressEnabled':false,'rejectMsgToSenderOnDiscardBehavior':'always'}"),
                        () -> send("QUEUE/q", "x"),
                        "ingressEnabled"),
                problem(
                        ErrorCode.MESSAGE_TOO_BIG,
                        () -> set("{'maxMsgSize':1}"),
                        () -> send("QUEUE/q", "xx"),
                        "maxMsgSize"),
                problem(
                        ErrorCode.QUEUE_QUOTA_EXCEEDED,
                        () -> set("{'maxMsgSpoolUsage':1}"),
                        () -> send("QUEUE/q", LARGE),
                        "maxMsgSpoolUsage"),
                problem(
                        ErrorCode.VPN_QUOTA_EXCEEDED,
                        () -> ok(admin("PATCH", VPN, "{'maxMsgSpoolUsage':1}")),
                        () -> send("QUEUE/q", LARGE),
                        "maxMsgSpoolUsage of the VPN"),
                problem(
                        ErrorCode.LOW_PRIORITY_REJECTED,
                        () -> set("{'rejectLowPriorityMsgEnabled':true,'rejectLowPriorityMsgLimit':0}"),
                        () -> send("QUEUE/q", "x", "Solace-Priority", "1"),
                        "rejectLowPriorityMsgLimit"),
                problem(
                        ErrorCode.NO_SUBSCRIPTION_MATCH,
                        () -> ok(admin("PATCH", VPN, "{'rejectMsgToSenderOnNoSubscriptionMatchEnabled':true}")),
                        () -> send("TOPIC/nobody/listens", "x"),
                        "nobody/listens"),
                problem(ErrorCode.PUBLISHER_SEQUENCE_BELOW_WINDOW, () -> ok(stamped(5_000)), () -> stamped(1), "1"),
                problem(
                        ErrorCode.REPLAY_LOG_QUOTA_EXCEEDED,
                        Provocation::createLog,
                        () -> send("QUEUE/q", LARGE),
                        "replay log"),
                problem(
                        ErrorCode.EGRESS_DISABLED,
                        () -> set("{'egressEnabled':false}"),
                        () -> consume(),
                        "egressEnabled=false"),
                problem(
                        ErrorCode.MAX_BIND_COUNT_REACHED,
                        () -> set("{'maxBindCount':0}"),
                        () -> consume(),
                        "maxBindCount=0"),
                problem(
                        ErrorCode.TOO_MANY_CONSUMERS,
                        () -> IntStream.range(0, MOST_CONSUMERS).forEach(i -> consume()),
                        () -> consume(),
                        "reprise.web.maxConsumersPerUser"),
                semp(ErrorCode.REPLAY_DISABLED, NOTHING, () -> action("startReplay", "{}"), "replay"),
                semp(
                        ErrorCode.REPLAY_START_TIME_NOT_AVAILABLE,
                        Provocation::createLog,
                        () -> action("startReplay", "{'fromTime':1}"),
                        "1970-01-01T00:00:01Z"),
                semp(
                        ErrorCode.REPLAY_START_MESSAGE_UNAVAILABLE,
                        () -> {
                            ok(send("QUEUE/q", "before there was a log"));
                            createLog();
                        },
                        () -> action("copyMsgFromReplayLog", "{'replicationGroupMsgId':'" + firstMessage() + "'}"),
                        "a message that the log holds"),
                semp(
                        ErrorCode.REPLAY_PARTITIONED_QUEUE,
                        () -> {
                            createLog();
                            set("{'accessType':'non-exclusive','partitionCount':2}");
                        },
                        () -> action("startReplay", "{}"),
                        "queue 'q'"),
                semp(
                        ErrorCode.REPLAY_NOT_EXCLUSIVE,
                        () -> {
                            createLog();
                            set("{'accessType':'non-exclusive','owner':'client'}");
                        },
                        () -> as("client").json("PUT", ACTION + "startReplay", "{}"),
                        "accessType"),
                semp(ErrorCode.REPLAY_NOT_RUNNING, NOTHING, () -> action("cancelReplay", "{}"), "queue 'q'"));
    }

    /** The VPN with its queue, as every provocation finds them. */
    static void createVpn() {
        deleteVpn();
        ok(admin("PUT", VPN, "{}"));
        ok(admin("PUT", QUEUE, "{'ingressEnabled':true,'egressEnabled':true}"));
    }

    static void deleteVpn() {
        as("admin").delete(LOG);
        as("admin").delete(QUEUE);
        as("admin").delete(VPN);
    }

    private static Provocation semp(ErrorCode code, Runnable before, Supplier<Answer> request, String text) {
        return new Provocation(code, before, request, true, text);
    }

    private static Provocation problem(ErrorCode code, Runnable before, Supplier<Answer> request, String text) {
        return new Provocation(code, before, request, false, text);
    }

    private static void createLog() {
        ok(admin("PUT", LOG, "{'ingressEnabled':true,'egressEnabled':true,'maxSpoolUsage':1}"));
    }

    private static void set(String settings) {
        ok(patch(settings));
    }

    private static Answer patch(String settings) {
        return admin("PATCH", QUEUE, settings);
    }

    private static Answer action(String name, String body) {
        return admin("PUT", ACTION + name, body);
    }

    private static Answer admin(String verb, String path, String body) {
        return as("admin").json(verb, path, body);
    }

    private static Answer send(String destination, String text, String... headers) {
        return as("client").post(SEND + destination, text, headers);
    }

    private static Answer stamped(long sequence) {
        return send(
                "QUEUE/q", "x", "Reprise-Publisher-Id", "p", "Reprise-Publisher-Sequence", String.valueOf(sequence));
    }

    private static Answer consume() {
        return admin("POST", CONSUMERS, "{}");
    }

    private static String firstMessage() {
        return as("admin")
                .get("SEMP/v2/monitor/msgVpns/errors/queues/q/msgs")
                .column("replicationGroupMsgId")
                .get(0);
    }

    private static Answer ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    @Override
    public String toString() {
        return code.slug();
    }
}
