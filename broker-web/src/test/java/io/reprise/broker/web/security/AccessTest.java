package io.reprise.broker.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.web.Answer;
import io.reprise.broker.web.HttpServer;
import io.reprise.broker.web.application.RepriseApplication;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of spec 5.4. */
class AccessTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

    @ParameterizedTest
    @CsvSource({
        // method, path, admin, operator, monitor, client, guest
        "GET,    SEMP/v2/config/msgVpns,                                   y, y, y, n, n",
        "GET,    SEMP/v2/config/msgVpns/default,                           y, y, y, n, n",
        "GET,    SEMP/v2/config/msgVpns/default/queues,                    y, y, y, n, n",
        "GET,    SEMP/v2/config/msgVpns/default/queues/q,                  y, y, y, n, n",
        "GET,    SEMP/v2/config/msgVpns/default/queues/q/subscriptions,    y, y, y, n, n",
        "GET,    SEMP/v2/monitor/msgVpns,                                  y, y, y, n, n",
        "GET,    SEMP/v2/monitor/msgVpns/default/queues/q,                 y, y, y, n, n",
        "PUT,    SEMP/v2/config/msgVpns/default/queues/r,                  y, n, n, n, n",
        "PATCH,  SEMP/v2/config/msgVpns/default/queues/q,                  y, n, n, n, n",
        "DELETE, SEMP/v2/config/msgVpns/default/queues/q,                  y, n, n, n, n",
        "PUT,    SEMP/v2/config/msgVpns/default/queues/q/subscriptions/a,  y, n, n, n, n",
        "PUT,    SEMP/v2/config/msgVpns/default/topicEndpoints/t,          y, n, n, n, n",
        "PUT,    SEMP/v2/action/msgVpns/default/queues/q/deleteMsgs,       y, y, n, n, n",
        "PUT,    SEMP/v2/action/msgVpns/default/queues/q/deadLetterMsgs,   y, y, n, n, n",
        "PUT,    SEMP/v2/action/msgVpns/default/queues/q/retryMsgs,        y, y, n, n, n",
        "PUT,    SEMP/v2/action/msgVpns/default/queues/q/releaseMsgs,      y, y, n, n, n",
        "PUT,    SEMP/v2/action/msgVpns/default/queues/q/startReplay,      y, y, n, n, n",
        "PUT,    SEMP/v2/action/msgVpns/default/queues/q/cancelReplay,     y, y, n, n, n",
        "GET,    SEMP/v2/config/msgVpns/default/replayLogs/l,              y, y, y, n, n",
        "PATCH,  SEMP/v2/config/msgVpns/default/replayLogs/l,              y, n, n, n, n",
        "PUT,    SEMP/v2/config/msgVpns/default/replayLogs/l,              y, n, n, n, n",
        "PUT,    SEMP/v2/config/msgVpns/default/replayLogs/l/topicFilterSubscriptions/a, y, n, n, n, n",
        "GET,    SEMP/v2/config/msgVpns/default/replayLogs/l/topicFilterSubscriptions,   y, y, y, n, n",
        "DELETE, SEMP/v2/config/msgVpns/default/replayLogs/l,              y, n, n, n, n",
        "GET,    SEMP/v2/monitor/msgVpns/default/replayLogs,               y, y, y, n, n",
        "GET,    SEMP/v2/monitor/msgVpns/default/replayLogs/l/msgs,        y, y, y, n, n",
        "GET,    SEMP/v2/monitor/msgVpns/default/queues/q/msgs,            y, y, y, n, n",
        "GET,    SEMP/v2/monitor/msgVpns/default/activations,              y, y, y, n, n",
        "GET,    SEMP/v2/monitor/msgVpns/default/alarms,                   y, y, y, n, n",
        "POST,   rest/v1/default/TOPIC/a,                                  y, n, n, y, n",
        "POST,   rest/v1/default/QUEUE/q,                                  y, n, n, y, n",
        "GET,    rest/consume?subject=/a,                                  y, n, n, y, n",
        "DELETE, rest/snapshot?subject=/a,                                 y, n, n, y, n",
        "GET,    metrics,                                                  y, y, y, n, n",
        "GET,    health,                                                   y, y, y, y, n",
        "GET,    health/ready,                                             y, y, y, y, n",
        "GET,    health/live,                                              y, y, y, y, y"
    })
    void opensEachPathToItsRoles(
            String method, String path, String admin, String operator, String monitor, String client, String guest) {
        assertAccess("guest", guest, method, path);
        assertAccess("client", client, method, path);
        assertAccess("monitor", monitor, method, path);
        assertAccess("operator", operator, method, path);
        assertAccess("admin", admin, method, path);
    }

    private void assertAccess(String user, String allowed, String method, String path) {
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/queues/q", "{'maxBindCount':5}");
        server.as("admin").json("PUT", "SEMP/v2/config/msgVpns/default/replayLogs/l", "{}");
        int changesBefore = server.vpn().endpointCount(EndpointKind.QUEUE);

        Answer answer = server.as(user).json(method, path, "{}");

        if (allowed.equals("y")) {
            assertThat(answer.status()).as(user + ": " + answer.text()).isEqualTo(200);
        } else {
            assertThat(answer.status()).as(user).isEqualTo(403);
            assertRefusal(answer, path, "72 UNAUTHORIZED", "access-denied");
            assertThat(server.vpn().endpointCount(EndpointKind.QUEUE)).isEqualTo(changesBefore);
            assertThat(server.vpn()
                            .endpoint(EndpointKind.QUEUE, "q")
                            .orElseThrow()
                            .settings()
                            .maxBindCount())
                    .isEqualTo(5);
            assertThat(server.vpn().published()).isEmpty();
        }
        server.vpn().published().clear();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, SEMP/v2/config/msgVpns",
        "PUT, SEMP/v2/config/msgVpns/default/queues/q",
        "POST, rest/v1/default/TOPIC/a",
        "POST, rest/produce?subject=/a",
        "GET, rest/consume?subject=/a",
        "DELETE, rest/snapshot?subject=/a",
        "GET, rest/subscribe?subject=/a",
        "GET, rest/ws",
        "GET, metrics",
        "GET, health",
        "GET, health/ready",
        "GET, no/such/path",
        "GET, error-page"
    })
    void asksForAPasswordEverywhereButForLiveness(String method, String path) {
        Answer none = server.as("").call("", method, path, BodyPublishers.noBody());
        Answer wrong = server.as("").call("admin:guess", method, path, BodyPublishers.noBody());

        for (Answer answer : List.of(none, wrong)) {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).startsWith("Basic realm=\"Reprise\"");
            assertRefusal(answer, path, "72 UNAUTHORIZED", "unauthorized");
        }
    }

    @Test
    void hasAnErrorPageThatIsNoPage() {
        Answer answer = server.as("admin").get("error-page");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().getString("code")).isEqualTo("not-found");
    }

    @Test
    void leavesNoResourceMethodWithoutRoles() {
        new RepriseApplication()
                .getSingletons().stream()
                        .map(Object::getClass)
                        .filter(resource -> resource.isAnnotationPresent(Path.class))
                        .flatMap(resource -> Arrays.stream(resource.getDeclaredMethods()))
                        .filter(AccessTest::answersHttp)
                        .forEach(method -> assertThat(method.isAnnotationPresent(RolesAllowed.class)
                                        || method.isAnnotationPresent(PermitAll.class))
                                .as(method.toString())
                                .isTrue());
    }

    private static boolean answersHttp(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type.isAnnotationPresent(HttpMethod.class));
    }

    private static void assertRefusal(Answer answer, String path, String sempError, String slug) {
        if (path.startsWith("SEMP")) {
            assertThat(answer.header("Content-Type")).startsWith("application/json");
            assertThat(answer.sempError()).isEqualTo(sempError);
        } else {
            assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
            assertThat(answer.json().getString("code")).isEqualTo(slug);
        }
    }
}
