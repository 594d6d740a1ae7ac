package io.reprise.broker.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class EndpointIdsTest {
    @Test
    void ofSortsAndDropsRepetitions() {
        assertThat(EndpointIds.of(3, 1, 3, 2, 1).toArray()).containsExactly(1, 2, 3);
        assertThat(EndpointIds.of()).isSameAs(EndpointIds.none());
    }

    @Test
    void changeThatChangesNothingGivesTheSameSet() {
        EndpointIds ids = EndpointIds.of(1, 2);

        assertThat(ids.with(2)).isSameAs(ids);
        assertThat(ids.without(3)).isSameAs(ids);
        assertThat(EndpointIds.of(1).without(1)).isSameAs(EndpointIds.none());
    }

    @Property
    void behavesLikeASortedSet(@ForAll @Size(max = 60) List<@LongRange(min = -20, max = 20) Long> changes) {
        TreeSet<Long> model = new TreeSet<>();
        EndpointIds ids = EndpointIds.none();

        for (long change : changes) {
            ids = apply(ids, model, change);
        }

        assertSame(ids, model);
    }

    /** Long enough that arrays are cut up, halved, emptied and joined again. */
    @Property(tries = 20)
    void behavesLikeASortedSetWhenItHoldsMany(@ForAll long seed) {
        Random random = new Random(seed);
        TreeSet<Long> model = new TreeSet<>();
        EndpointIds ids = EndpointIds.none();

        for (int i = 0; i < 6000; i++) {
            ids = apply(ids, model, random.nextInt(1, 4000));
        }
        assertThat(model).hasSizeGreaterThan(ManyIds.CHUNK_MAX);
        assertSame(ids, model);

        List<Long> order = new ArrayList<>(model);
        java.util.Collections.shuffle(order, random);
        for (long id : order) {
            assertThat(ids.contains(id)).isTrue();
            ids = apply(ids, model, -id);
            assertThat(ids.contains(id)).isFalse();
            assertThat(ids.size()).isEqualTo(model.size());
        }
        assertThat(ids).isSameAs(EndpointIds.none());
    }

    /** Adds a positive id, removes the id of a negative one. */
    private static EndpointIds apply(EndpointIds ids, TreeSet<Long> model, long change) {
        if (change < 0) {
            model.remove(-change);
            return ids.without(-change);
        }
        model.add(change);
        return ids.with(change);
    }

    private static void assertSame(EndpointIds ids, TreeSet<Long> model) {
        List<Long> each = new ArrayList<>();
        ids.forEach(each::add);
        assertThat(each).containsExactlyElementsOf(model);
        assertThat(ids.toArray())
                .containsExactly(model.stream().mapToLong(id -> id).toArray());
        assertThat(ids.size()).isEqualTo(model.size());
        for (int i = 0; i < ids.size(); i += 97) {
            assertThat(ids.get(i)).isEqualTo(each.get(i));
        }
        assertThat(ids).isEqualTo(EndpointIds.of(ids.toArray()));
        assertThat(ids).hasSameHashCodeAs(EndpointIds.of(ids.toArray()));
    }
}
