package io.reprise.broker.ra.jms;

import java.io.Serial;
import org.apache.qpid.jms.JmsTopic;
import org.jspecify.annotations.Nullable;

/**
 * A topic by its name, or a topic filter where it is subscribed to [spec 1.3]. Also the adapter's administered object: a JavaBean with
 * the property {@code name}, set once before use. Equal if the names are; serializable; any thread once it is set.
 */
public class RepriseTopic extends JmsTopic {
    @Serial
    private static final long serialVersionUID = 1L;

    /** For JavaBean tools, deserialization and JNDI: {@link #setName} must follow. */
    public RepriseTopic() {}

    public RepriseTopic(String name) {
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
        return other instanceof RepriseTopic that && String.valueOf(getName()).equals(String.valueOf(that.getName()));
    }

    /** Not the parent's, which remembers the hash of the name it had first. */
    @Override
    public int hashCode() {
        return String.valueOf(getName()).hashCode() + 1;
    }
}
