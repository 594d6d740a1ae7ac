package io.reprise.broker.ra.jms;

import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.apache.qpid.jms.message.facade.JmsMessageFacade;
import org.jspecify.annotations.Nullable;

/** What of a facade follows from the rest of it; and no context of a tracer, as the client's is switched off. */
interface DerivedFacade extends JmsMessageFacade {
    @Override
    default int getRedeliveryCount() {
        return Math.max(0, getDeliveryCount() - 1);
    }

    @Override
    default void setRedeliveryCount(int redeliveryCount) {
        setDeliveryCount(redeliveryCount + 1);
    }

    @Override
    default byte @Nullable [] getUserIdBytes() {
        String user = getUserId();
        return user == null ? null : user.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    default void setUserIdBytes(byte @Nullable [] userId) {
        setUserId(userId == null ? null : new String(userId, StandardCharsets.UTF_8));
    }

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
