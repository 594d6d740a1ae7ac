package io.reprise.broker.it.bench;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.Work;
import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of {@link MachineryAdapter}: transaction, bean, commit of a resource that does nothing, again and again. */
final class MachinerySession implements Work {
    private static final long UNTIL_TRIED_AGAIN_NANOS = 10_000_000;

    private final MessageEndpointFactory factory;
    private volatile boolean ended;

    MachinerySession(MessageEndpointFactory factory) {
        this.factory = factory;
    }

    @Override
    public void release() {
        ended = true;
    }

    @Override
    public void run() {
        try {
            Method onMessage = MessageListener.class.getMethod("onMessage", Message.class);
            @Nullable MessageEndpoint endpoint = endpoint();
            while (endpoint != null && !ended) {
                endpoint.beforeDelivery(onMessage);
                ((MessageListener) endpoint).onMessage(null);
                endpoint.afterDelivery();
            }
        } catch (ReflectiveOperationException | ResourceException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The bean's application may still be starting. */
    private @Nullable MessageEndpoint endpoint() {
        while (!ended) {
            try {
                return factory.createEndpoint(new IdleResource());
            } catch (UnavailableException notYet) {
                LockSupport.parkNanos(UNTIL_TRIED_AGAIN_NANOS);
            }
        }
        return null;
    }
}
