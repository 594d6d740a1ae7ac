package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Everything that a broker is configured to, by its own export, and holds, by its lists: what a refused request must not change.
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
        lists.put("definitions", as("admin").get("SEMP/v2/config/definitions").text());
        for (JsonObject vpn : list("monitor/msgVpns", VPN_FIGURES)) {
            String base = "monitor/msgVpns/" + Api.encoded(vpn.getString("msgVpnName"));
            list(base + "/queues", ENDPOINT_FIGURES);
            list(base + "/topicEndpoints", ENDPOINT_FIGURES);
            list(base + "/replayLogs", LOG_FIGURES);
            list(base + "/snapshots", "");
            list(base + "/activations", "select=activationName,state,maxSessions");
        }
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
