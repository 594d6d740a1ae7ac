package io.reprise.broker.ra.inbound;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a container that does not take the message from an application that fails with it [WILDFLY.md 5]. By names and codes: the
 * adapter links against no class of the server.
 */
final class Refusals {
    private static final Set<String> TYPES = Set.of(
            "jakarta.resource.spi.UnavailableException",
            "jakarta.resource.spi.work.WorkRejectedException",
            "org.jboss.as.ejb3.component.EJBComponentUnavailableException");

    /** Undeploying or suspended; no free bean in time. */
    private static final Set<String> CODES = Set.of("WFLYEJB0421", "WFLYEJB0378");

    private static final int MAX_DEPTH = 5;

    private Refusals() {}

    /**
     * Whether the container refused.
     *
     * @param bean the bean's class: if its own code shows in a stack trace, the application has seen the message
     */
    static boolean isRefusal(Throwable thrown, @Nullable Class<?> bean) {
        Throwable current = thrown;
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            if (isRefusalItself(current)) {
                return !passedThrough(bean, current);
            }
            current = current.getCause();
        }
        return false;
    }

    private static boolean isRefusalItself(Throwable thrown) {
        String message = thrown.getMessage();
        return TYPES.contains(thrown.getClass().getName())
                || (message != null && CODES.stream().anyMatch(message::startsWith));
    }

    private static boolean passedThrough(@Nullable Class<?> bean, Throwable thrown) {
        for (Class<?> type = bean; type != null && type != Object.class; type = type.getSuperclass()) {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().equals(type.getName())) {
                    return true;
                }
            }
        }
        return false;
    }
}
