package io.reprise.broker.ra.jms;

import jakarta.jms.MessageFormatException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one message: those set, copied only when changed after they were shared with a stored message or a copy, and
 * those that come from having been received. One thread.
 */
final class MessageProperties {
    private Map<String, Object> values;
    private boolean shared = true;
    private @Nullable ReceivedFacts received;

    MessageProperties() {
        this(Map.of(), null);
    }

    MessageProperties(Map<String, Object> values, @Nullable ReceivedFacts received) {
        this.values = values;
        this.received = received;
    }

    MessageProperties copy() {
        shared = true;
        return new MessageProperties(values, received);
    }

    @Nullable
    Object get(String name) {
        Object value = values.get(name);
        return value != null || received == null ? value : received.value(name);
    }

    /** What was set, without what comes from having been received. */
    @Nullable
    Object getExplicit(String name) {
        return values.get(name);
    }

    boolean exists(String name) {
        return get(name) != null;
    }

    Set<String> names() {
        Set<String> names = new LinkedHashSet<>(values.keySet());
        if (received != null) {
            received.addNamesTo(names);
        }
        return names;
    }

    /** Sets a property; null removes it, which no reader can tell from a null value. */
    void set(String name, @Nullable Object value) throws MessageFormatException {
        if (value instanceof Character) {
            throw new MessageFormatException(
                    "property " + name + ": a Character; allowed: Boolean, Byte, Short, Integer,"
                            + " Long, Float, Double, String [JMS 3.1 §3.5.4]");
        }
        if (value != null) {
            VendorProperty.check(name, value);
        }
        setPlain(name, value);
    }

    /** Sets or, by null, removes a property whose name and type are known to be right. */
    void setPlain(String name, @Nullable Object value) {
        if (value != null) {
            own().put(name, value);
        } else if (values.containsKey(name)) {
            own().remove(name);
        }
    }

    void clear() {
        values = Map.of();
        shared = true;
        received = null;
    }

    @Nullable
    ReceivedFacts received() {
        return received;
    }

    /** The user's properties for a stored message, which the caller gives away: those of this broker are fields of the message. */
    Map<String, Object> toStore() {
        shared = true;
        for (String name : values.keySet()) {
            if (name.startsWith(VendorProperty.PREFIX)) {
                return withoutVendorProperties();
            }
        }
        return values;
    }

    private Map<String, Object> withoutVendorProperties() {
        Map<String, Object> result = new LinkedHashMap<>(values);
        result.keySet().removeIf(name -> name.startsWith(VendorProperty.PREFIX));
        return result;
    }

    private Map<String, Object> own() {
        if (shared) {
            values = new LinkedHashMap<>(values);
            shared = false;
        }
        return values;
    }
}
