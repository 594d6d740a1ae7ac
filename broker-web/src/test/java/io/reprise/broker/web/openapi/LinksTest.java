package io.reprise.broker.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whoever follows links finds everything: an object names each collection that the document has below it. */
class LinksTest {
    private static final Pattern BELOW_AN_OBJECT = Pattern.compile("(SEMP/v2/\\w+/(?:\\w+/[^/]+/)*\\w+/[^/]+)/(\\w+)");

    @RegisterExtension
    final HttpServer server = new HttpServer();

    @Test
    void anObjectLinksToEachCollectionBelowIt() {
        Stage.create(server);
        Map<String, List<String>> missing = new TreeMap<>();

        int[] looked = {0};
        collections().forEach((object, below) -> {
            Answer answer = server.as("admin").get(object);
            if (answer.status() == 200) {
                looked[0]++;
                JsonObject links = answer.json().getJsonObject("links");
                List<String> unlinked = below.stream()
                        .filter(name -> !links.getString(name + "Uri", "").endsWith("/" + object + "/" + name))
                        .toList();
                if (!unlinked.isEmpty()) {
                    missing.put(object, unlinked);
                }
            }
        });

        assertThat(missing).isEmpty();
        assertThat(looked[0]).as("objects with something below them").isGreaterThan(10);
    }

    /** What is below an object, by the object's path; both as examples. */
    private static Map<String, List<String>> collections() {
        Map<String, List<String>> result = new TreeMap<>();
        for (ExampleRequest request : ExampleRequest.all()) {
            Matcher below = BELOW_AN_OBJECT.matcher(request.path());
            if (request.verb().equals("GET") && below.matches()) {
                result.merge(below.group(1), List.of(below.group(2)), LinksTest::both);
            }
        }
        return result;
    }

    private static List<String> both(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
