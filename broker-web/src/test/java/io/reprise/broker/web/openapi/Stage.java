package io.reprise.broker.web.openapi;

import io.reprise.broker.web.HttpCalls;
import io.reprise.broker.web.HttpServer;
import java.util.List;

/** What the examples of the document name: created in the broker in memory, and looked at as a whole. Stateless. */
final class Stage {
    private static final String CONFIG = "SEMP/v2/config/msgVpns/default/";
    private static final List<String> ALL_THERE_IS = List.of(
            "SEMP/v2/config/msgVpns",
            CONFIG + "queues",
            CONFIG + "queues/orders%2Feu/subscriptions",
            CONFIG + "topicEndpoints",
            CONFIG + "topicEndpoints/audit/subscriptions",
            CONFIG + "aclProfiles",
            CONFIG + "aclProfiles/sensors/clientConnectExceptions",
            CONFIG + "aclProfiles/sensors/publishTopicExceptions",
            CONFIG + "aclProfiles/sensors/subscribeTopicExceptions",
            CONFIG + "clientUsernames",
            CONFIG + "restDeliveryPoints",
            CONFIG + "restDeliveryPoints/shop/restConsumers",
            CONFIG + "restDeliveryPoints/shop/queueBindings",
            CONFIG + "replayLogs",
            CONFIG + "replayLogs/all/topicFilterSubscriptions");

    private Stage() {}

    /** Puts everything there that is missing; what is there stays. */
    static void create(HttpServer server) {
        HttpCalls admin = server.as("admin");
        admin.json("PUT", "SEMP/v2/config/msgVpns/orders", "{}");
        admin.json("PUT", CONFIG + "queues/orders%2Feu", "{'owner':'client'}");
        admin.json("PUT", CONFIG + "topicEndpoints/audit", "{'owner':'client'}");
        admin.json("PUT", CONFIG + "queues/orders%2Feu/subscriptions/orders%2Feu%2F%3E", "{}");
        admin.json("PUT", CONFIG + "topicEndpoints/audit/subscriptions/orders%2Feu%2F%3E", "{}");
        admin.json("PUT", CONFIG + "aclProfiles/sensors", "{}");
        admin.json("PUT", CONFIG + "aclProfiles/sensors/clientConnectExceptions/10.1.0.0%2F16", "{}");
        admin.json("PUT", CONFIG + "aclProfiles/sensors/publishTopicExceptions/smf,orders%2F%3E", "{}");
        admin.json("PUT", CONFIG + "aclProfiles/sensors/subscribeTopicExceptions/smf,orders%2F%3E", "{}");
        admin.json("PUT", CONFIG + "clientUsernames/alice", "{}");
        admin.json("PUT", CONFIG + "restDeliveryPoints/shop", "{}");
        admin.json("PUT", CONFIG + "restDeliveryPoints/shop/restConsumers/hook", "{}");
        admin.json("PUT", CONFIG + "restDeliveryPoints/shop/queueBindings/orders%2Feu", "{}");
        admin.json("PUT", CONFIG + "replayLogs/all", "{}");
        admin.json("PUT", CONFIG + "replayLogs/all/topicFilterSubscriptions/orders%2F%3E", "{}");
    }

    /** Everything there is, as text that is the same as long as nothing changes. */
    static String everything(HttpServer server) {
        StringBuilder result = new StringBuilder();
        for (String path : ALL_THERE_IS) {
            result.append(server.as("admin").get(path + "?count=100").text()).append('\n');
        }
        return result.append(server.vpn().published())
                .append(server.vpn().messages().calls())
                .append(server.vpn().replays().done())
                .toString();
    }
}
