package io.reprise.broker.engine.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EntryCacheTest {
    private static LoadedEntry entry(int bytes) {
        LoadedEntry empty = new LoadedEntry(List.of(), new byte[0]);
        return new LoadedEntry(List.of(), new byte[bytes - empty.weightBytes()]);
    }

    @Test
    void keepsWhatWasUsedLast() {
        EntryCache cache = new EntryCache(3_000);
        cache.put(1, entry(1_000));
        cache.put(2, entry(1_000));
        cache.put(3, entry(1_000));
        assertThat(cache.get(1)).isNotNull();

        cache.put(4, entry(1_000));

        assertThat(cache.get(2)).isNull();
        assertThat(cache.get(1)).isNotNull();
        assertThat(cache.get(3)).isNotNull();
        assertThat(cache.get(4)).isNotNull();
    }

    @Test
    void whatIsPutInAheadIsThereWhenItIsWantedHoweverOftenOthersWereRead() {
        EntryCache cache = new EntryCache(40_000);
        for (int wanted = 0; wanted < 1_000; wanted += 10) {
            for (int ahead = wanted; ahead < wanted + 10; ahead++) {
                cache.put(ahead, entry(1_000));
            }
            for (int read = wanted; read < wanted + 10; read++) {
                for (int message = 0; message < 100; message++) {
                    assertThat(cache.get(read)).as("entry " + read).isNotNull();
                }
            }
        }
    }

    @Test
    void anEntryReplacesOneOfTheSameNumber() {
        EntryCache cache = new EntryCache(2_500);
        for (int i = 0; i < 10; i++) {
            cache.put(1, entry(1_000));
        }
        cache.put(2, entry(1_000));

        assertThat(cache.get(1)).isNotNull();
    }

    @Test
    void oneEntryIsHeldHoweverLargeItIs() {
        EntryCache cache = new EntryCache(1_000);

        cache.put(1, entry(5_000));

        assertThat(cache.get(1)).isNotNull();
    }
}
