package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the examples of the OpenAPI document name, on a running broker: a queue and a topic endpoint with messages that wait for their
 * time, a replay log that holds them, a VPN, the activation of {@link InboxBean}, and the ids that only the broker knows.
 */
final class ExampleStage {
    static final String VPN = "SEMP/v2/config/msgVpns/default/";
    private static final String QUEUE = VPN + "queues/orders%2Feu";
    private static final String TOPIC_ENDPOINT = VPN + "topicEndpoints/audit";
    private static final String LOG = VPN + "replayLogs/all";
    private static final String DEAD = "#DEAD_MSG_QUEUE";
    private static final String ENDPOINT =
            "{'ingressEnabled':true,'egressEnabled':true,'owner':'client','deliveryDelay':3600,'maxBindCount':100}";

    /** What holds no messages, as the examples name it; each behind what it belongs to. */
    private static final List<String> OBJECTS = List.of(
            "aclProfiles/sensors",
            "aclProfiles/sensors/clientConnectExceptions/10.1.0.0%2F16",
            "aclProfiles/sensors/publishTopicExceptions/smf%2Corders%2F%3E",
            "aclProfiles/sensors/subscribeTopicExceptions/smf%2Corders%2F%3E",
            "clientUsernames/alice",
            "restDeliveryPoints/shop",
            "restDeliveryPoints/shop/restConsumers/hook",
            "restDeliveryPoints/shop/queueBindings/orders%2Feu");

    /** What it makes or finds out, by the parameter that names it. */
    private static final Set<String> MADE = Set.of(
            "msgVpnName",
            "queueName",
            "topicEndpointName",
            "subscriptionTopic",
            "msgId",
            "replayLogName",
            "topicFilterSubscription",
            "activationName",
            "clientName",
            "flowId",
            "consumerId",
            "topic");

    private ExampleStage() {}

    /** Whether all is there that the operation's example names. */
    static boolean makesAllFor(ApiOperation operation) {
        return operation.parameters("path").stream().allMatch(parameter -> MADE.contains(parameter.getString("name")))
                && created(operation).map(MADE::contains).orElse(true);
    }

    /** Makes everything anew and sets what an operation needs beside it; gives the values of its parameters. */
    static Map<String, String> setFor(ApiOperation operation) {
        create();
        Map<String, String> values = new HashMap<>();
        values.put("activationName", activation());
        values.put("replicationGroupMsgId", firstOf("replayLogs/all", "replicationGroupMsgId"));
        values.put("msgId", firstOf(collection(operation), "msgId"));
        if (operation.template().contains("{flowId}")) {
            String endpoint = operation.id().contains("Queue") ? "QUEUE/orders%2Feu" : "TOPIC_ENDPOINT/audit";
            assertThat(as("admin")
                            .json("POST", "rest/v1/default/" + endpoint + "/consumers", "{}")
                            .status())
                    .isEqualTo(201);
            values.put("flowId", firstRow(collection(operation) + "/txFlows", "flowId"));
        }
        if (operation.template().contains("{clientName}")) {
            values.put("clientName", firstRow("clients", "clientName"));
        }
        if (operation.id().endsWith("CancelReplay")) {
            String endpoint = operation.id().contains("Queue") ? "queues/orders%2Feu" : "topicEndpoints/audit";
            ok(action(endpoint + "/startReplay"));
            // With nobody to read it, it has then given all it gives, and stays so.
            await().until(() -> as("admin")
                    .get("SEMP/v2/monitor/msgVpns/default/" + endpoint)
                    .data()
                    .getString("replayState")
                    .equals("pending-complete"));
        } else if (operation.id().equals("doMsgVpnQueueMsgRetry")) {
            ok(action("queues/" + Api.encoded(DEAD) + "/deleteMsgs"));
            ok(action("queues/orders%2Feu/deadLetterMsgs"));
            values.put("queueName", DEAD);
            values.put("msgId", firstOf("queues/" + Api.encoded(DEAD), "msgId"));
        } else if (operation.verb().equals("POST") && operation.isSemp() && makesAllFor(operation)) {
            deleteWhatItCreates(operation);
        }
        return values;
    }

    /** A consumer of the user's own, if the operation is about one: nobody else may use it. */
    static Map<String, String> consumerFor(ApiOperation operation, String user) {
        int end = operation.template().indexOf("/{consumerId}");
        if (end < 0) {
            return Map.of();
        }
        String collection = operation.path(Map.of()).replaceFirst("/consumers/.*", "/consumers");
        Answer made = as(user).json("POST", collection, "{}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return Map.of("consumerId", made.json().getString("consumerId"));
    }

    /** The same for any operation, and the objects without messages; what others have made is taken away. */
    static Map<String, String> setAnew() {
        letDefaultDoAll();
        for (String vpn : as("admin").get("SEMP/v2/config/msgVpns?count=100").column("msgVpnName")) {
            String own = "SEMP/v2/config/msgVpns/" + Api.encoded(vpn);
            deleteAll(own + "/restDeliveryPoints", "restDeliveryPointName");
            deleteAll(own + "/clientUsernames", "clientUsername");
            deleteAll(own + "/aclProfiles", "aclProfileName");
            deleteAll(own + "/queues", "queueName");
            deleteAll(own + "/topicEndpoints", "topicEndpointName");
            deleteAll(own + "/replayLogs", "replayLogName");
            as("admin").delete(own);
        }
        ok(as("admin").json("PUT", "SEMP/v2/config/msgVpns/default", "{}"));
        create();
        OBJECTS.forEach(object -> ok(as("admin").json("PUT", VPN + object, "{}")));
        Map<String, String> values = new HashMap<>();
        values.put("activationName", activation());
        values.put("replicationGroupMsgId", firstOf("replayLogs/all", "replicationGroupMsgId"));
        values.put("msgId", firstOf("queues/orders%2Feu", "msgId"));
        return values;
    }

    /** As in a new VPN. */
    private static void letDefaultDoAll() {
        String profile = VPN + "aclProfiles/default";
        ok(as("admin")
                .json(
                        "PUT",
                        profile,
                        "{'clientConnectDefaultAction':'allow','publishTopicDefaultAction':'allow',"
                                + "'subscribeTopicDefaultAction':'allow'}"));
        deleteAll(profile + "/clientConnectExceptions", "clientConnectExceptionAddress");
        for (String verb : List.of("publish", "subscribe")) {
            String exceptions = profile + "/" + verb + "TopicExceptions";
            for (String topic : ok(as("admin").get(exceptions + "?count=100")).column(verb + "TopicException")) {
                as("admin").delete(exceptions + "/smf%2C" + Api.encoded(topic));
            }
        }
        ok(as("admin")
                .json(
                        "PUT",
                        VPN + "clientUsernames/default",
                        "{'enabled':true,'guaranteedEndpointPermissionOverrideEnabled':true}"));
    }

    private static void deleteAll(String collection, String name) {
        for (String object : ok(as("admin").get(collection + "?count=100")).column(name)) {
            if (!List.of(InboxBean.QUEUE, DEAD, "default").contains(object)) {
                as("admin").delete(collection + "/" + Api.encoded(object));
            }
        }
    }

    /** The queue anew, with three messages that wait for nobody but a consumer. */
    static void letMessagesOut() {
        as("admin").delete(QUEUE);
        ok(as("admin").json("PUT", QUEUE, ENDPOINT.replace("'deliveryDelay':3600", "'deliveryDelay':0")));
        for (String text : List.of("an order", "another", "a third")) {
            ok(as("admin").post("rest/v1/default/QUEUE/orders%2Feu", text));
        }
    }

    /** Takes everything away. */
    static void clear() {
        for (String object : List.of("restDeliveryPoints/shop", "clientUsernames/alice", "aclProfiles/sensors")) {
            as("admin").delete(VPN + object);
        }
        for (String path : List.of(QUEUE, TOPIC_ENDPOINT, LOG, "SEMP/v2/config/msgVpns/orders")) {
            as("admin").delete(path);
        }
        ok(as("admin").json("PUT", "SEMP/v2/config/msgVpns/default", "{}"));
    }

    private static void create() {
        for (String path : List.of(QUEUE, TOPIC_ENDPOINT, LOG)) {
            as("admin").delete(path);
        }
        ok(as("admin").json("PUT", "SEMP/v2/config/msgVpns/orders", "{}"));
        ok(as("admin").json("PUT", LOG, "{'ingressEnabled':true,'egressEnabled':true,'maxSpoolUsage':1000}"));
        ok(as("admin").json("PUT", LOG + "/topicFilterSubscriptions/orders%2F%3E", "{}"));
        for (String endpoint : List.of(QUEUE, TOPIC_ENDPOINT)) {
            ok(as("admin").json("PUT", endpoint, ENDPOINT));
            ok(as("admin").json("PUT", endpoint + "/subscriptions/orders%2Feu%2F%3E", "{}"));
        }
        ok(as("admin").post("rest/v1/default/TOPIC/orders/eu/1", "an order", "Solace-DMQ-Eligible", "true"));
        ok(as("admin").post("rest/v1/default/TOPIC/orders/eu/2", "another"));
    }

    private static String collection(ApiOperation operation) {
        if (operation.id().contains("TopicEndpoint")) {
            return "topicEndpoints/audit";
        }
        return operation.id().contains("ReplayLog") ? "replayLogs/all" : "queues/orders%2Feu";
    }

    private static String firstOf(String owner, String attribute) {
        return firstRow(owner + "/msgs", attribute);
    }

    private static String firstRow(String collection, String attribute) {
        return ok(as("admin").get("SEMP/v2/monitor/msgVpns/default/" + collection))
                .column(attribute)
                .get(0);
    }

    private static String activation() {
        return as("admin").get("SEMP/v2/monitor/msgVpns/default/activations").column("activationName").stream()
                .findFirst()
                .orElse("none");
    }

    private static Answer action(String path) {
        return as("admin").json("PUT", "SEMP/v2/action/msgVpns/default/" + path, "{}");
    }

    /** The attribute that names what it creates: the parameter of the new object's own path is called after it. */
    private static Optional<String> created(ApiOperation operation) {
        return ApiDocument.operations().stream()
                .filter(other -> operation.verb().equals("POST") && operation.isSemp())
                .map(ApiOperation::template)
                .filter(template -> template.startsWith(operation.template() + "/{"))
                .map(template -> template.substring(operation.template().length() + 2, template.length() - 1))
                .filter(name -> !name.contains("/"))
                .findFirst();
    }

    private static void deleteWhatItCreates(ApiOperation operation) {
        String parameter = created(operation).orElseThrow();
        JsonObject example = operation
                .json()
                .getJsonObject("requestBody")
                .getJsonObject("content")
                .getJsonObject("application/json")
                .getJsonObject("example");
        ok(as("admin").delete(operation.path(Map.of()) + "/" + Api.encoded(example.getString(parameter))));
    }

    private static Answer ok(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }
}
