package io.reprise.broker.ra.jms;

import java.util.function.BiConsumer;
import org.apache.qpid.jms.message.facade.JmsMessageFacade;
import org.jspecify.annotations.Nullable;

/** A facade whose messages carry no context of a tracer: the client's tracer is switched off. */
interface UntracedFacade extends JmsMessageFacade {
    @Override
    default @Nullable Object getTracingContext(String key) {
        return null;
    }

    @Override
    default @Nullable Object setTracingContext(String key, Object value) {
        return null;
    }

    @Override
    default @Nullable Object removeTracingContext(String key) {
        return null;
    }

    @Override
    default @Nullable Object getTracingAnnotation(String key) {
        return null;
    }

    @Override
    default @Nullable Object removeTracingAnnotation(String key) {
        return null;
    }

    @Override
    default @Nullable Object setTracingAnnotation(String key, Object value) {
        return null;
    }

    @Override
    default void filterTracingAnnotations(BiConsumer<String, Object> filter) {}
}
