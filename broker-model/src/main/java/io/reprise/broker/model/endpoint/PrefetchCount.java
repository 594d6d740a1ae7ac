package io.reprise.broker.model.endpoint;

import io.reprise.broker.model.settings.AttributeType;
import org.jspecify.annotations.Nullable;

/** {@code none} or a count. */
record PrefetchCount(int max) implements AttributeType<Prefetch> {
    private static final String NONE = "none";

    @Override
    public @Nullable Prefetch read(@Nullable Object json) {
        if (NONE.equals(json)) {
            return Prefetch.NONE;
        }
        Long count = new Whole(0, max).read(json);
        return count == null ? null : new Prefetch(count.intValue());
    }

    @Override
    public Object write(Prefetch value) {
        return value.equals(Prefetch.NONE) ? NONE : (Object) (long) value.count();
    }

    @Override
    public String allowed() {
        return NONE + ", 0–" + max;
    }
}
