package io.reprise.broker.it.management;

import static io.reprise.broker.it.management.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of the OpenAPI document, with the request that it gives as an example, tried by every role and by nobody in a real
 * server, against {@code docs/access.md}; and each example works for an administrator.
 */
@RunAsClient
class AccessTableIT extends ManagementSuite {
    private static final List<String> USERS = List.of("guest", "browse", "client", "monitor", "operator", "admin");
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| `.*` \\| (.*) \\|");
    private static final Map<String, String> TABLE = new HashMap<>();

    static Stream<ApiOperation> operations() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("..", "docs", "access.md"))) {
            lines.map(ROW::matcher).filter(Matcher::matches).forEach(row -> TABLE.put(row.group(1), row.group(2)));
        }
        return ApiDocument.operations().stream();
    }

    @AfterAll
    static void clear() {
        ExampleStage.clear();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void opensItselfToWhomTheTableNamesAndToNobodyElse(ApiOperation operation) {
        String who = Objects.requireNonNull(TABLE.get(operation.id()), operation.id());
        Map<String, String> values = ExampleStage.setFor(operation);
        String before = BrokerState.read();

        for (String user : USERS) {
            if (!isAllowed(who, user)) {
                assertRefused(operation, 403, send(as(user), operation, values));
            }
        }
        if (!who.equals("everybody")) {
            assertRefused(operation, 401, send(Api.with(""), operation, values));
        }

        assertThat(BrokerState.read()).isEqualTo(before);
        for (String user : USERS) {
            if (isAllowed(who, user)) {
                boolean untouched = operation.verb().equals("GET");
                Map<String, String> own = new HashMap<>(untouched ? values : ExampleStage.setFor(operation));
                own.putAll(ExampleStage.consumerFor(operation, user));
                int status = send(as(user), operation, own).status();
                boolean unknown = operation.isStream() || !ExampleStage.makesAllFor(operation);
                assertThat(unknown ? status != 401 && status != 403 && status < 500 : status / 100 == 2)
                        .as(user + ": " + status)
                        .isTrue();
            }
        }
    }

    @Test
    void servesTheDocumentThatIsCheckedIn() throws IOException {
        assertThat(as("guest").get("openapi.json").text()).isEqualTo(Files.readString(ApiDocument.FILE));
    }

    private static boolean isAllowed(String who, String user) {
        return who.startsWith("every") || List.of(who.split(", ")).contains(user);
    }

    /** A stream never ends: it is asked for with a parameter for which it is refused, once it is known who asks. */
    private static Answer send(Api api, ApiOperation operation, Map<String, String> values) {
        String path = operation.path(values);
        return api.call(
                operation.verb(),
                operation.isStream() ? ApiOperation.with(path, "unheardOf=1") : path,
                BodyPublishers.ofString(operation.body(values)),
                operation.headers());
    }

    private static void assertRefused(ApiOperation operation, int status, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        if (operation.isSemp()) {
            assertThat(answer.sempError()).isEqualTo(status + " 72 UNAUTHORIZED");
        } else {
            assertThat(answer.json().getString("code")).isEqualTo(status == 401 ? "unauthorized" : "access-denied");
        }
    }
}
