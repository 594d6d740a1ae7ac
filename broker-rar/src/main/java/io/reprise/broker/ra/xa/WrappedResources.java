package io.reprise.broker.ra.xa;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.Optional;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Servers wrap the XAResources of pooled connections (IronJacamar in {@code org.jboss.tm.XAResourceWrapper}), but not those of
 * deliveries. The wrapper's {@code getResource()} is called by name: the adapter links against no class of the server.
 */
final class WrappedResources {
    private static final Logger LOG = System.getLogger(WrappedResources.class.getName());
    private static final int MAX_WRAPPERS = 5;

    /** How a class tells what it wraps; looked up once for each class, gone with it. */
    private static final ClassValue<Optional<Method>> UNWRAPPING = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return unwrapping(type);
        }
    };

    private WrappedResources() {}

    /** The resource itself if it wraps none. */
    static @Nullable XAResource innermost(@Nullable XAResource resource) {
        XAResource current = resource;
        for (int depth = 0; current != null && depth < MAX_WRAPPERS; depth++) {
            XAResource inner = unwrap(current);
            if (inner == null) {
                return current;
            }
            current = inner;
        }
        return current;
    }

    private static @Nullable XAResource unwrap(XAResource resource) {
        Optional<Method> method = UNWRAPPING.get(resource.getClass());
        if (method.isEmpty()) {
            return null;
        }
        try {
            return (XAResource) method.get().invoke(resource);
        } catch (ReflectiveOperationException e) {
            LOG.log(Level.DEBUG, "what " + resource.getClass() + " wraps is not known", e);
            return null;
        }
    }

    private static Optional<Method> unwrapping(Class<?> type) {
        try {
            Method method = type.getMethod("getResource");
            return XAResource.class.isAssignableFrom(method.getReturnType()) ? Optional.of(method) : Optional.empty();
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }
}
