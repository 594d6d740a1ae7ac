package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.DefinitionTexts.FAIL;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.store.MariaDbServer;
import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.endpoint.EndpointKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that dies in an import of several VPNs [spec 5.3, ADR 0018]: each VPN has all of it or nothing, and the same again does the rest. */
@Timeout(180)
class DefinitionsCrashTest {
    private static final String DOCUMENT =
            ("{'definitionsVersion':1,'msgVpns':[{'msgVpnName':'default','queues':[{'queueName':'first'},"
                            + "{'queueName':'second','deadMsgQueue':'first'}]},{'msgVpnName':'zz','maxMsgSpoolUsage':7,"
                            + "'queues':[{'queueName':'third'}],'aclProfiles':[{'aclProfileName':'p'}],"
                            + "'clientUsernames':[{'clientUsername':'u','aclProfileName':'p'}]}]}")
                    .replace('\'', '"');

    private final MariaDbServer server = MariaDbServer.shared();
    private final String url = server.url(server.newDatabase());

    @TempDir
    private Path directory;

    @Test
    void killedBetweenTwoVpnsTheSameImportAgainDoesTheRest() throws IOException {
        Path document = Files.writeString(directory.resolve("definitions.json"), DOCUMENT);
        try (ImportingProcess importing =
                ImportingProcess.start(url, server.user(), server.password(), document, "zz")) {
            assertThat(importing).isNotNull();
        }

        try (TestBroker broker = TestBroker.on(url, server.user(), server.password())) {
            assertThat(broker.administration.endpoint(EndpointKind.QUEUE, "second"))
                    .isPresent();
            assertThat(broker.broker.vpnNames()).containsExactly("default", "zz");
            assertThat(broker.broker.administration("zz").vpn().settings().maxSpoolBytes())
                    .isEqualTo(7_000_000);
            assertThat(broker.broker.administration("zz").endpoint(EndpointKind.QUEUE, "third"))
                    .isEmpty();

            ImportPlan rest = again(broker);

            assertThat(rest.problems()).isEmpty();
            assertThat(rest.changes())
                    .filteredOn(change -> change.vpn().equals("default"))
                    .allSatisfy(change -> assertThat(change.action().word()).isEqualTo("unchanged"));
            assertThat(rest.changes())
                    .filteredOn(change -> change.action().word().equals("create"))
                    .extracting(change -> change.name())
                    .containsExactlyInAnyOrder("third", "p", "u");
            assertThat(again(broker).changes())
                    .allSatisfy(change -> assertThat(change.action().word()).isEqualTo("unchanged"));
        }
    }

    private static ImportPlan again(TestBroker broker) {
        return broker.broker
                .definitions()
                .importDocument(
                        DefinitionsReader.read(DOCUMENT.getBytes(StandardCharsets.UTF_8), "the document"), FAIL);
    }
}
