package io.reprise.broker.web.security;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Spec 5.4 where no operation is named; who may do which operation is in {@code docs/access.md}. */
class AccessTest {
    @RegisterExtension
    final HttpServer server = new HttpServer();

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
