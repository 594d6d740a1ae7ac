package io.reprise.broker.ra.jms;

import java.io.Serial;
import org.apache.qpid.jms.JmsQueue;
import org.jspecify.annotations.Nullable;

/**
 * A queue by its name; whether it exists is for the broker to say when it is used. Also the adapter's administered object: a JavaBean
 * with the property {@code name}, set once before use. Equal if the names are; serializable; any thread once it is set.
 */
public class RepriseQueue extends JmsQueue {
    @Serial
    private static final long serialVersionUID = 1L;

    /** For JavaBean tools, deserialization and JNDI: {@link #setName} must follow. */
    public RepriseQueue() {}

    public RepriseQueue(String name) {
        super(name);
    }

    public @Nullable String getName() {
        return getAddress();
    }

    public void setName(String name) {
        setAddress(name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RepriseQueue that && String.valueOf(getName()).equals(String.valueOf(that.getName()));
    }

    /** Not the parent's, which remembers the hash of the name it had first. */
    @Override
    public int hashCode() {
        return String.valueOf(getName()).hashCode();
    }
}
