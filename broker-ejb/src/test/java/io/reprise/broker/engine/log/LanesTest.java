package io.reprise.broker.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Lane numbers are stored [LOG.md L14]. */
class LanesTest {
    @Property
    void aLaneKeepsItsPriorityAndAtMostHalvesTheTimeToLive(
            @ForAll @IntRange(max = 9) int priority, @ForAll @LongRange(min = 1) long timeToLiveMillis) {
        int lane = Lanes.backlog(priority, timeToLiveMillis);

        assertThat(Lanes.priority(lane)).isEqualTo(priority);
        assertThat(Lanes.expires(lane)).isTrue();
        assertThat(leastTimeToLiveMillis(lane)).isLessThanOrEqualTo(timeToLiveMillis);
        assertThat(leastTimeToLiveMillis(lane))
                .isGreaterThanOrEqualTo(timeToLiveMillis < 2_000 ? 0 : timeToLiveMillis / 2 - 999);
        assertThat(lane >>> 10).as("the bits kept for the lane's role").isZero();
    }

    /** The least time to live of a message in the lane, by the documented form: bits 4–9 are 1 + log2 of the seconds. */
    private static long leastTimeToLiveMillis(int lane) {
        int bucket = lane >> 4 & 0x3F;
        return bucket <= 1 ? 0 : 1000L << bucket - 1;
    }

    @Property
    void aPartitionLeavesTheRestOfTheLaneAsItIs(
            @ForAll @IntRange(max = 9) int priority,
            @ForAll @LongRange(min = 0) long timeToLiveMillis,
            @ForAll @IntRange(max = 999) int before,
            @ForAll @IntRange(max = 999) int partition) {
        int plain = Lanes.backlog(priority, timeToLiveMillis);

        int lane = Lanes.ofPartition(Lanes.ofPartition(plain, before), partition);

        assertThat(Lanes.partition(lane)).isEqualTo(partition);
        assertThat(lane & 0x3FFF).isEqualTo(plain);
        assertThat(lane).isEqualTo(plain + (partition << 14));
        assertThat(Lanes.partition(plain)).isZero();
    }

    @Test
    void whatNeverExpiresHasALaneOfItsOwn() {
        int lane = Lanes.backlog(4, 0);

        assertThat(lane).isEqualTo(4);
        assertThat(Lanes.expires(lane)).isFalse();
    }

    @Test
    void numbersStayAsTheyWereStored() {
        assertThat(Lanes.backlog(0, 1)).isEqualTo(0x10);
        assertThat(Lanes.backlog(9, 1_999)).isEqualTo(0x19);
        assertThat(Lanes.backlog(4, 2_000)).isEqualTo(0x24);
        assertThat(Lanes.backlog(4, 60_000)).isEqualTo(0x64);
        assertThat(Lanes.backlog(4, Long.MAX_VALUE)).isEqualTo(54 << 4 | 4);
    }
}
