package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.settings.AttributeType;
import org.jspecify.annotations.Nullable;

/** The name of a queue, or empty for none. */
record QueueNameOrNone() implements AttributeType<String> {
    @Override
    public @Nullable String read(@Nullable Object json) {
        return json instanceof String text && (text.isEmpty() || EndpointName.isValid(text)) ? text : null;
    }

    @Override
    public Object write(String value) {
        return value;
    }

    @Override
    public String allowed() {
        return "a queue name, or empty for none";
    }
}
