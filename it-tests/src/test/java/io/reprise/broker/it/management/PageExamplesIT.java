package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every example of the pages about HTTP works, in the order of its page. */
@RunAsClient
class PageExamplesIT extends ManagementSuite {
    /** An activation of somebody else's application, in the pages. */
    private static final String SOME_ACTIVATION = "shop.OrderBean%231";

    @AfterEach
    void clear() {
        ExampleStage.setAnew();
        ExampleStage.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"management-api.md", "live-http.md", "http-messaging.md"})
    void workInTheOrderOfTheirPage(String page) throws Exception {
        List<List<CurlExample>> blocks = PageExamples.of(page);

        assertThat(blocks).isNotEmpty();
        for (List<CurlExample> block : blocks) {
            String activation = Api.encoded(ExampleStage.setAnew().getOrDefault("activationName", ""));
            if (block.stream().anyMatch(CurlExample::creates)) {
                ExampleStage.clear();
            } else if (block.stream().anyMatch(CurlExample::consumes)) {
                ExampleStage.letMessagesOut();
            }
            Map<String, String> taken = new HashMap<>();
            for (CurlExample example : block) {
                Result result = call(example, example.address(taken), activation);
                assertThat(result.status()).as(example.line()).isBetween(200, 399);
                assertThat(result.body()).as(example.line()).doesNotContain("\"messages\":[]", "\"gone\"");
                if (!example.taken().isEmpty()) {
                    taken.put(example.taken(), result.field(example.taken()));
                }
            }
        }
    }

    /** What a call was answered; a stream is not read. */
    private record Result(int status, String body) {
        String field(String name) {
            return Json.createReader(new StringReader(body)).readObject().getString(name);
        }
    }

    private static Result call(CurlExample example, String spelled, String activation)
            throws IOException, InterruptedException {
        String address = spelled.replaceFirst(
                        "http://localhost:8080/reprise/", Api.root().toString())
                .replace(SOME_ACTIVATION, activation);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .method(example.verb(), BodyPublishers.ofString(example.body()))
                .header("Authorization", as(user(example)).authorization());
        for (int i = 0; i < example.headers().size(); i += 2) {
            request.header(example.headers().get(i), example.headers().get(i + 1));
        }
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            String text = example.isStream() ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
            return new Result(response.statusCode(), text);
        }
    }

    /** The pages' application is a client. */
    private static String user(CurlExample example) {
        return example.user().equals("app") ? "client" : example.user();
    }
}
