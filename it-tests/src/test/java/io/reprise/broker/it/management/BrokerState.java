package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Everything that a broker is configured to and holds, by the management API's own lists: what a refused request must not change.
 * Counters of refusals are not in it.
 */
final class BrokerState {
    private static final String VPN_FIGURES =
            "select=msgVpnName,lastMsgId,publishedMsgs,spooledMsgCount,spooledBytes,startedReplays";
    private static final String ENDPOINT_FIGURES =
            "select=*Name,spooledMsgCount,spooledBytes,acceptedMsgs,oldestMsgId,newestMsgId,replayState,replayStartCount";
    private static final String LOG_FIGURES =
            "select=*Name,spooledMsgCount,spoolUsageBytes,oldestMsgId,newestMsgId,loggedMsgs,trimmedMsgs";

    private final TreeMap<String, String> lists = new TreeMap<>();

    private BrokerState() {}

    /** As it is now; equal texts mean that nothing happened. */
    static String read() {
        BrokerState state = new BrokerState();
        state.readAll();
        return String.join("\n", state.lists.values());
    }

    private void readAll() {
        for (JsonObject vpn : list("config/msgVpns", "")) {
            String base = "/msgVpns/" + Api.encoded(vpn.getString("msgVpnName"));
            for (String collection : List.of("queues", "topicEndpoints")) {
                list("monitor" + base + "/" + collection, ENDPOINT_FIGURES);
                for (JsonObject endpoint : list("config" + base + "/" + collection, "")) {
                    String name = endpoint.getString(collection.equals("queues") ? "queueName" : "topicEndpointName");
                    list("config" + base + "/" + collection + "/" + Api.encoded(name) + "/subscriptions", "");
                }
            }
            list("monitor" + base + "/replayLogs", LOG_FIGURES);
            for (JsonObject log : list("config" + base + "/replayLogs", "")) {
                String name = Api.encoded(log.getString("replayLogName"));
                list("config" + base + "/replayLogs/" + name + "/topicFilterSubscriptions", "");
            }
            list("monitor" + base + "/activations", "select=activationName,state,maxSessions");
        }
        list("monitor/msgVpns", VPN_FIGURES);
    }

    private List<JsonObject> list(String collection, String query) {
        List<JsonObject> all = new ArrayList<>();
        String next = query.isEmpty() ? "count=100" : query + "&count=100";
        while (!next.isEmpty()) {
            Answer page = as("admin").get("SEMP/v2/" + collection + "?" + next);
            if (page.status() != 200) {
                throw new IllegalStateException(page.text());
            }
            JsonArray data = page.json().getJsonArray("data");
            data.stream().map(JsonValue::asJsonObject).forEach(all::add);
            next = page.nextPage();
        }
        lists.put(collection, collection + " " + all);
        return all;
    }
}
