package io.reprise.broker.model.object;

import java.util.Comparator;

/**
 * What one object of a VPN is called. Ordered by kind, then by the object it belongs to, then by name.
 *
 * @param parent the name of the object it belongs to; empty if its kind belongs to none
 * @param name one that its kind allows
 */
public record ObjectName(ObjectKind kind, String parent, String name) implements Comparable<ObjectName> {
    private static final Comparator<ObjectName> ORDER = Comparator.comparing(ObjectName::kind)
            .thenComparing(ObjectName::parent)
            .thenComparing(ObjectName::name);

    /** The name of an object that belongs to no other. */
    public static ObjectName of(ObjectKind kind, String name) {
        return new ObjectName(kind, "", name);
    }

    /** The object it belongs to; this must have one. */
    public ObjectName owner() {
        return of(kind.parent().orElseThrow(), parent);
    }

    /** For messages to people: {@code ACL profile 'sensors'}. */
    public String label() {
        String own = kind.text() + " '" + name + "'";
        return kind.parent().isEmpty() ? own : own + " of " + owner().label();
    }

    @Override
    public int compareTo(ObjectName other) {
        return ORDER.compare(this, other);
    }
}
