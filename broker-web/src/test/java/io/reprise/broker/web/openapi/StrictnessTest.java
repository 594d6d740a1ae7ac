package io.reprise.broker.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import io.swagger.v3.oas.models.media.Schema;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the document says that may be given is what the resources take: an unknown one is refused, and the known ones are named. */
class StrictnessTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

    @BeforeEach
    void createWhatTheExamplesName() {
        Stage.create(server);
    }

    @Test
    void takesTheDocumentedParametersAndNoOthers() {
        List<ExampleRequest> strict = ExampleRequest.all().stream()
                .filter(request -> !request.operation().getTags().equals(List.of("server")))
                .toList();

        assertThat(strict).allSatisfy(request -> {
            Answer answer = server.as("admin").json(request.verb(), request.pathWith("unheardOf=1"), request.body());

            Set<String> documented = new TreeSet<>(request.parameters("query"));
            String allowed = documented.isEmpty() ? "none" : String.join(", ", documented);
            assertThat(answer.status()).as(request.id() + answer.text()).isEqualTo(400);
            assertThat(answer.text() + "\"")
                    .as(request.id())
                    .containsPattern("parameter unheardOf: unknown; allowed: " + allowed + "[\" ]");
        });
    }

    @Test
    void takesTheDocumentedAttributesAndNoOthers() {
        for (ExampleRequest request : ExampleRequest.all()) {
            request.takes().ifPresent(schema -> {
                Stage.create(server);
                Answer answer = server.as("admin").json(request.verb(), request.path(), "{'unheardOf':1}");

                assertThat(answer.status()).as(request.id() + answer.text()).isEqualTo(400);
                assertThat(answer.text()).as(request.id()).contains("unheardOf");
                if (answer.text().contains("the attributes ")) {
                    assertThat(answer.text())
                            .as(request.id())
                            .contains("the attributes " + String.join(", ", new TreeSet<>(properties(schema))));
                }
            });
        }
    }

    private static Set<String> properties(String schema) {
        Schema<?> found = Objects.requireNonNull(
                OpenApiDocument.build().getComponents().getSchemas().get(schema));
        return Objects.requireNonNull(found.getProperties()).keySet();
    }
}
