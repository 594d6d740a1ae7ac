package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Definitions of a VPN on a real server: exported, wiped, imported; and nothing of a document with something wrong in it (spec 5.3). */
@RunAsClient
class DefinitionsIT extends ManagementSuite {
    private static final String VPN = "SEMP/v2/config/msgVpns/defined";
    private static final String DEFINITIONS = VPN + "/definitions";
    private static final String SOME =
            "{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'defined','maxMsgSpoolUsage':50,"
                    + "'queues':[{'queueName':'a/b','deadMsgQueue':'z','egressEnabled':true,'ingressEnabled':true,"
                    + "'subscriptions':[{'subscriptionTopic':'a/>'}]},{'queueName':'z'}],"
                    + "'topicEndpoints':[{'topicEndpointName':'te','subscriptions':[{'subscriptionTopic':'t'}]}],"
                    + "'replayLogs':[{'replayLogName':'log','ingressEnabled':true,'maxSpoolUsage':10,"
                    + "'topicFilterSubscriptions':[{'topicFilterSubscription':'!a/b'}]}],"
                    + "'aclProfiles':[{'aclProfileName':'p','publishTopicExceptions':[{'publishTopicException':'s/>'}]}],"
                    + "'clientUsernames':[{'clientUsername':'u','aclProfileName':'p'}]}]}";

    @AfterEach
    void deleteTheVpn() {
        String nothing = "{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'defined'}]}";
        put("?prune=true&pruneMessages=true&onConflict=replace", nothing);
        as("admin").delete(VPN);
    }

    private static Answer put(String query, String document) {
        return as("admin").json("PUT", DEFINITIONS + query, document);
    }

    @Test
    void whatIsExportedAndWipedIsImportedTheSame() {
        Answer imported = put("", SOME);
        assertThat(imported.status()).as(imported.text()).isEqualTo(200);
        Answer export = as("monitor").get(DEFINITIONS);
        assertThat(export.text()).contains("\"queueName\": \"a/b\"", "\"publishTopicException\": \"s/>\"", "!a/b");
        as("client").post("rest/v1/defined/TOPIC/a/x", "m");

        String empty = "{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'defined'}]}";
        Answer unsaid = put("?prune=true&onConflict=replace", empty);
        assertThat(unsaid.status()).isEqualTo(400);
        assertThat(unsaid.sempText()).contains("deleting queue 'a/b': 1 messages", "deleting replay log 'log'");
        assertThat(as("monitor").get(DEFINITIONS).text()).isEqualTo(export.text());
        Answer wiped = put("?prune=true&pruneMessages=true&onConflict=replace", empty);
        assertThat(wiped.status()).as(wiped.text()).isEqualTo(200);
        assertThat(as("monitor").get(DEFINITIONS).text()).doesNotContain("a/b", "\"te\"", "\"log\"", "\"p\"");
        Answer again = as("admin")
                .call("PUT", DEFINITIONS, BodyPublishers.ofString(export.text()), "Content-Type", "application/json");

        assertThat(again.status()).as(again.text()).isEqualTo(200);
        Answer after = as("monitor").get(DEFINITIONS);
        assertThat(after.text()).isEqualTo(export.text());
        assertThat(after.header("ETag")).isEqualTo(export.header("ETag"));
    }

    @Test
    void withSomethingWrongNothingIsDoneAndADryRunDoesNothing() {
        put(
                "",
                "{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'defined','queues':[{'queueName':'z','maxTtl':9}]}]}");
        String before = as("monitor").get(DEFINITIONS).text();

        Answer refused = put("", SOME.replace("'t'", "''").replace("'maxSpoolUsage':10", "'maxSpoolUsage':0"));
        Answer planned = put("?dryRun=true&onConflict=replace", SOME);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.sempText())
                .contains("queue 'z' exists with other settings: maxTtl = 9, in the document 0")
                .contains("subscriptions[0] of topic endpoint 'te'")
                .contains("maxSpoolUsage = 0 while ingressEnabled");
        assertThat(planned.status()).as(planned.text()).isEqualTo(200);
        assertThat(planned.data().getInt("changeCount")).isEqualTo(2);
        assertThat(as("monitor").get(DEFINITIONS).text()).isEqualTo(before);
    }
}
