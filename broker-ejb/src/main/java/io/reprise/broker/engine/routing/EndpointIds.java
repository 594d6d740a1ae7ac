package io.reprise.broker.engine.routing;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** A set of endpoint ids in ascending order. Immutable; changes give another set, or the same one if nothing changed. */
public sealed interface EndpointIds permits FewIds, ManyIds {
    /** No ids. (A constant here would make this interface and its implementation wait for each other's initialisation.) */
    static EndpointIds none() {
        return FewIds.NONE;
    }

    /** The set of these ids, in any order, repeated or not. */
    static EndpointIds of(long... ids) {
        long[] sorted = ids.clone();
        return ofDistinct(sorted, FewIds.sortDistinct(sorted, sorted.length));
    }

    /** The first {@code size} of these ids, which ascend strictly. */
    static EndpointIds ofDistinct(long[] ascending, int size) {
        return size == 0
                ? FewIds.NONE
                : new FewIds(size == ascending.length ? ascending : Arrays.copyOf(ascending, size));
    }

    int size();

    /** The id at a place, 0 to before {@link #size()}. */
    long get(int index);

    boolean contains(long endpointId);

    EndpointIds with(long endpointId);

    EndpointIds without(long endpointId);

    /** Copies all ids to {@code target} from {@code offset} on. */
    void copyTo(long[] target, int offset);

    default boolean isEmpty() {
        return size() == 0;
    }

    default void forEach(LongConsumer action) {
        for (int i = 0; i < size(); i++) {
            action.accept(get(i));
        }
    }

    default long[] toArray() {
        long[] result = new long[size()];
        copyTo(result, 0);
        return result;
    }
}
