package io.reprise.broker.ra.jms;

import io.reprise.broker.model.message.BodyKind;
import io.reprise.broker.model.message.TypedValues;
import io.reprise.broker.model.message.WireReader;
import io.reprise.broker.model.message.WireWriter;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.qpid.jms.message.facade.JmsMapMessageFacade;
import org.jspecify.annotations.Nullable;

/** The body of a map message: decoded when first used, encoded when sent. */
final class MapBody extends MessageFacade implements JmsMapMessageFacade {
    private byte @Nullable [] stored;
    private @Nullable Map<String, @Nullable Object> entries;

    MapBody() {
        this(new MessageHeaders(), new MessageProperties(), null);
    }

    MapBody(MessageHeaders headers, MessageProperties properties, byte @Nullable [] stored) {
        super(headers, properties);
        this.stored = stored;
    }

    @Override
    public Enumeration<String> getMapNames() {
        return Collections.enumeration(entries().keySet());
    }

    @Override
    public boolean itemExists(String key) {
        return entries().containsKey(key);
    }

    @Override
    public @Nullable Object get(String key) {
        Object value = entries().get(key);
        return value instanceof byte[] bytes ? bytes.clone() : value;
    }

    @Override
    public void put(String key, @Nullable Object value) {
        entries().put(key, value instanceof byte[] bytes ? bytes.clone() : value);
        stored = null;
    }

    @Override
    public @Nullable Object remove(String key) {
        Object removed = entries().remove(key);
        stored = null;
        return removed;
    }

    @Override
    public void clearBody() {
        entries = null;
        stored = null;
    }

    @Override
    public boolean hasBody() {
        return !entries().isEmpty();
    }

    @Override
    public MapBody copy() {
        MapBody copy = new MapBody(headers().copy(), properties().copy(), stored);
        if (stored == null && entries != null) {
            copy.entries = new LinkedHashMap<>(entries);
        }
        return copy;
    }

    @Override
    BodyKind kind() {
        return BodyKind.MAP;
    }

    @Override
    byte[] storedBody() {
        byte[] result = stored;
        if (result == null) {
            WireWriter out = new WireWriter(256);
            TypedValues.writeMap(out, entries());
            result = out.toByteArray();
            stored = result;
        }
        return result;
    }

    private Map<String, @Nullable Object> entries() {
        Map<String, @Nullable Object> result = entries;
        if (result == null) {
            result = stored == null || stored.length == 0
                    ? new LinkedHashMap<>()
                    : TypedValues.readMap(new WireReader(stored));
            entries = result;
        }
        return result;
    }
}
