package io.reprise.broker.web.health;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import org.eclipse.microprofile.health.HealthCheck;
import org.jspecify.annotations.Nullable;

/** A procedure as a bean where the server's MicroProfile Health finds it. Immutable; made once, as the procedure is. */
final class ProcedureBean implements Bean<HealthCheck> {
    private final Annotation kind;
    private final HealthCheck procedure;

    ProcedureBean(Annotation kind, HealthCheck procedure) {
        this.kind = kind;
        this.procedure = procedure;
    }

    /**
     * A bean is where its class is. WildFly doesn't look for procedures into the modules of an EAR, only at what its own subsystem
     * sees: this interface is there.
     */
    @Override
    public Class<?> getBeanClass() {
        return HealthCheck.class;
    }

    @Override
    public HealthCheck create(CreationalContext<HealthCheck> context) {
        return procedure;
    }

    @Override
    public void destroy(HealthCheck instance, CreationalContext<HealthCheck> context) {
        context.release();
    }

    @Override
    public Set<Type> getTypes() {
        return Set.of(HealthCheck.class, Object.class);
    }

    @Override
    public Set<Annotation> getQualifiers() {
        return Set.of(kind, Any.Literal.INSTANCE);
    }

    @Override
    public Class<? extends Annotation> getScope() {
        return Dependent.class;
    }

    @Override
    public Set<InjectionPoint> getInjectionPoints() {
        return Set.of();
    }

    @Override
    public @Nullable String getName() {
        return null;
    }

    @Override
    public Set<Class<? extends Annotation>> getStereotypes() {
        return Set.of();
    }

    @Override
    public boolean isAlternative() {
        return false;
    }
}
