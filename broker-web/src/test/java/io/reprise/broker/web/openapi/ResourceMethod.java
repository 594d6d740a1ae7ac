package io.reprise.broker.web.openapi;

import io.reprise.broker.web.application.RepriseApplication;
import io.reprise.broker.web.condition.Conditional;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A method of a resource that answers requests, as its annotations declare it.
 *
 * @param verb e.g. {@code GET}
 * @param path template, without a slash before and after
 */
record ResourceMethod(Class<?> resource, Method method, String verb, String path) {
    /** Every one that the application has, in the order of paths and verbs. */
    static List<ResourceMethod> all() {
        return new RepriseApplication()
                .getSingletons().stream()
                        .map(Object::getClass)
                        .filter(resource -> resource.isAnnotationPresent(Path.class))
                        .flatMap(ResourceMethod::of)
                        .sorted(Comparator.comparing(ResourceMethod::path).thenComparing(ResourceMethod::verb))
                        .toList();
    }

    private static Stream<ResourceMethod> of(Class<?> resource) {
        return Arrays.stream(resource.getDeclaredMethods())
                .flatMap(method -> verb(method)
                        .map(verb -> new ResourceMethod(resource, method, verb, fullPath(resource, method))));
    }

    private static Stream<String> verb(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .filter(Objects::nonNull)
                .map(HttpMethod::value);
    }

    private static String fullPath(Class<?> resource, Method method) {
        String root = resource.getAnnotation(Path.class).value();
        Path own = method.getAnnotation(Path.class);
        return own == null ? root : root + "/" + own.value();
    }

    /** For people, and the key of the table of descriptions. */
    String name() {
        return resource.getSimpleName() + "." + method.getName();
    }

    /** Empty if every authenticated user may. */
    List<String> roles() {
        RolesAllowed allowed = method.getAnnotation(RolesAllowed.class);
        return allowed == null ? List.of() : List.of(allowed.value());
    }

    boolean takesBody() {
        return Arrays.asList(method.getParameterTypes()).contains(InputStream.class);
    }

    /** Whether it goes by the conditions of a call. */
    boolean isConditional() {
        return method.isAnnotationPresent(Conditional.class);
    }

    boolean isSemp() {
        return path.startsWith("SEMP/");
    }
}
