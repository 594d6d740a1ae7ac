package io.reprise.broker.ra.jms;

import io.reprise.broker.model.message.BodyKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import org.apache.qpid.jms.message.facade.JmsObjectMessageFacade;
import org.jspecify.annotations.Nullable;

/**
 * The body of an object message. Serialised when it is set; brought to life only when the application asks, with the loader that is
 * the thread's context class loader then: the adapter's own classes know nothing of the application's [WILDFLY.md 13].
 */
final class ObjectBody extends MessageFacade implements JmsObjectMessageFacade {
    private byte[] serialised;
    private final DeserializationAllowList allowList;

    ObjectBody(DeserializationAllowList allowList) {
        this(new MessageHeaders(), new MessageProperties(), NO_BYTES, allowList);
    }

    ObjectBody(
            MessageHeaders headers,
            MessageProperties properties,
            byte[] serialised,
            DeserializationAllowList allowList) {
        super(headers, properties);
        this.serialised = serialised;
        this.allowList = allowList;
    }

    @Override
    public @Nullable Serializable getObject() throws IOException, ClassNotFoundException {
        if (serialised.length == 0) {
            return null;
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try (ObjectInputStream in = new Deserializer(new ByteArrayInputStream(serialised), loader)) {
            in.setObjectInputFilter(allowList.filter());
            return (Serializable) in.readObject();
        }
    }

    @Override
    public void setObject(@Nullable Serializable value) throws IOException {
        if (value == null) {
            serialised = NO_BYTES;
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        serialised = bytes.toByteArray();
    }

    @Override
    public void clearBody() {
        serialised = NO_BYTES;
    }

    @Override
    public boolean hasBody() {
        return serialised.length > 0;
    }

    @Override
    public ObjectBody copy() {
        return new ObjectBody(headers().copy(), properties().copy(), serialised, allowList);
    }

    @Override
    BodyKind kind() {
        return BodyKind.OBJECT;
    }

    @Override
    byte[] storedBody() {
        return serialised;
    }

    /** Resolves classes by one given loader, else as usual. */
    private static final class Deserializer extends ObjectInputStream {
        private final @Nullable ClassLoader loader;

        Deserializer(InputStream in, @Nullable ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            if (loader != null) {
                try {
                    return Class.forName(description.getName(), false, loader);
                } catch (ClassNotFoundException primitiveOrAbsent) {
                    return super.resolveClass(description);
                }
            }
            return super.resolveClass(description);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            if (loader == null) {
                return super.resolveProxyClass(interfaces);
            }
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < interfaces.length; i++) {
                types[i] = Class.forName(interfaces[i], false, loader);
            }
            return Proxy.newProxyInstance(loader, types, (proxy, method, arguments) -> null)
                    .getClass();
        }
    }
}
