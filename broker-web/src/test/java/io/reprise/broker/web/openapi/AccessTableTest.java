package io.reprise.broker.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.error.SempStatus;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every operation tried by every role and by nobody, against {@code docs/access.md} (spec 5.4). */
class AccessTableTest {
    private static final List<String> ROLES = List.of("browse", "client", "monitor", "operator", "admin");
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| `(\\w+) /(.*)` \\| (.*) \\|");

    @RegisterExtension
    final HttpServer server = new HttpServer();

    private final Map<String, String> table = table();

    @Test
    void namesEveryOperationAndNoOther() {
        assertThat(table.keySet())
                .as("docs/access.md is the table of who may do what: add or take away a row")
                .containsExactlyInAnyOrderElementsOf(
                        ExampleRequest.all().stream().map(ExampleRequest::id).toList());
    }

    @Test
    void saysWhatTheDocumentSays() {
        for (ExampleRequest request : ExampleRequest.all()) {
            Object roles =
                    Objects.requireNonNull(request.operation().getExtensions().get("x-roles"));
            Set<String> documented = ((List<?>) roles)
                    .stream()
                            .map(role -> role.toString().replace("reprise-", ""))
                            .collect(Collectors.toCollection(TreeSet::new));

            String who = who(request);
            assertThat(documented)
                    .as(request.id())
                    .isEqualTo(who.startsWith("every") ? Set.of() : new TreeSet<>(Set.of(who.split(", "))));
        }
    }

    @Test
    void refusesWhoIsNotNamedAndNothingHappens() {
        for (ExampleRequest request : ExampleRequest.all()) {
            Stage.create(server);
            String before = Stage.everything(server);

            Stream.concat(Stream.of("guest"), ROLES.stream())
                    .filter(user -> !isAllowed(user, request))
                    .forEach(user -> assertRefused(request, 403, send(request, user)));
            if (!who(request).equals("everybody")) {
                assertRefused(request, 401, sendAsNobody(request));
            }

            assertThat(Stage.everything(server)).as(request.id()).isEqualTo(before);
        }
    }

    @Test
    void opensItselfToWhomItNames() {
        for (ExampleRequest request : ExampleRequest.all()) {
            for (String user : ROLES) {
                if (isAllowed(user, request)) {
                    Stage.create(server);
                    assertThat(send(request, user).status())
                            .as(request.id() + " by " + user)
                            .isNotIn(401, 403, 404, 405, 415, 500);
                }
            }
        }
        assertThat(server.as("")
                        .call("", "GET", "health/live", BodyPublishers.noBody())
                        .status())
                .isEqualTo(200);
        assertThat(server.as("guest").get("openapi.json").status()).isEqualTo(200);
    }

    private boolean isAllowed(String user, ExampleRequest request) {
        String who = who(request);
        return who.startsWith("every") || List.of(who.split(", ")).contains(user);
    }

    private String who(ExampleRequest request) {
        return Objects.requireNonNull(table.get(request.id()), request.id());
    }

    private Answer send(ExampleRequest request, String user) {
        return server.as(user).json(request.verb(), path(request), request.body());
    }

    private Answer sendAsNobody(ExampleRequest request) {
        return server.as("").call("", request.verb(), path(request), BodyPublishers.ofString(request.body()));
    }

    /**
     * A stream never ends, and nobody knows a consumer's id beforehand: they are asked for with a parameter for which they are refused,
     * once it is known who asks.
     */
    private static String path(ExampleRequest request) {
        boolean unasked = request.isStream() || request.path().contains("/consumers/");
        return unasked ? request.pathWith("unheardOf=1") : request.path();
    }

    private static void assertRefused(ExampleRequest request, int status, Answer answer) {
        assertThat(answer.status()).as(request.id() + answer.text()).isEqualTo(status);
        if (request.path().startsWith("SEMP")) {
            assertThat(answer.sempError()).isEqualTo("72 " + SempStatus.UNAUTHORIZED);
        } else {
            assertThat(answer.json().getString("code")).isEqualTo(status == 401 ? "unauthorized" : "access-denied");
        }
    }

    private static Map<String, String> table() {
        try (Stream<String> lines = Files.lines(Path.of("..", "docs", "access.md"))) {
            Map<String, String> table = new HashMap<>();
            lines.map(ROW::matcher).filter(Matcher::matches).forEach(row -> table.put(row.group(1), row.group(4)));
            return table;
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
