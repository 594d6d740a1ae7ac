package io.reprise.broker.engine.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SnapshotIdsTest {
    /** Ids lie close together, as they do in a log, or a power of two apart, where hashing is hard. */
    @Property(tries = 300)
    void holdsWhatAMapHolds(
            @ForAll @Size(max = 300) List<@IntRange(min = -60, max = 60) Integer> steps,
            @ForAll @IntRange(min = 0, max = 40) int shift) {
        SnapshotIds ids = new SnapshotIds();
        Map<Long, Subject> model = new HashMap<>();

        for (int step : steps) {
            long msgId = (long) Math.abs(step) + 1 << shift;
            if (step < 0) {
                ids.remove(msgId);
                model.remove(msgId);
            } else {
                Subject subject = new Subject("" + step);
                ids.put(msgId, subject);
                model.put(msgId, subject);
            }
        }

        for (long i = 1; i <= 61; i++) {
            assertThat(ids.get(i << shift)).isSameAs(model.get(i << shift));
        }
    }
}
