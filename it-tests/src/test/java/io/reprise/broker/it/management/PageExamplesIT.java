package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
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
    @ValueSource(strings = {"management-api.md", "live-http.md"})
    void workInTheOrderOfTheirPage(String page) throws Exception {
        List<List<CurlExample>> blocks = PageExamples.of(page);

        assertThat(blocks).isNotEmpty();
        for (List<CurlExample> block : blocks) {
            String activation = Api.encoded(ExampleStage.setAnew().getOrDefault("activationName", ""));
            if (block.stream().anyMatch(CurlExample::creates)) {
                ExampleStage.clear();
            }
            for (CurlExample example : block) {
                assertThat(status(example, activation)).as(example.line()).isBetween(200, 399);
            }
        }
    }

    private static int status(CurlExample example, String activation) throws IOException, InterruptedException {
        String address = example.address()
                .replaceFirst("http://localhost:8080/reprise/", Api.root().toString())
                .replace(SOME_ACTIVATION, activation)
                .replace(">", "%3E");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .method(example.verb(), BodyPublishers.ofString(example.body()))
                .header("Authorization", as(user(example)).authorization());
        for (int i = 0; i < example.headers().size(); i += 2) {
            request.header(example.headers().get(i), example.headers().get(i + 1));
        }
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (!example.isStream()) {
                body.readAllBytes();
            }
        }
        return response.statusCode();
    }

    /** The pages' application is a client. */
    private static String user(CurlExample example) {
        return example.user().equals("app") ? "client" : example.user();
    }
}
