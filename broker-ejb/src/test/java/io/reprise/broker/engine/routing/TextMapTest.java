package io.reprise.broker.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextMapTest {
    private static final class Value extends TextMap.Entry {
        private final int number;

        Value(String key, int number) {
            super(key);
            this.number = number;
        }
    }

    @Property(tries = 50)
    void behavesLikeAHashMap(@ForAll long seed) {
        Random random = new Random(seed);
        Map<String, Integer> model = new HashMap<>();
        TextMap<Value> map = TextMap.empty();

        for (int i = 0; i < 3000; i++) {
            String key = Integer.toString(random.nextInt(1200), 36);
            if (random.nextInt(3) == 0) {
                model.remove(key);
                map = map.without(key);
            } else {
                model.put(key, i);
                map = map.with(new Value(key, i));
            }
        }

        for (int i = 0; i < 1200; i++) {
            String key = Integer.toString(i, 36);
            assertThat(numberOf(map, key)).isEqualTo(model.get(key));
        }
        for (String key : model.keySet()) {
            map = map.without(key);
        }
        assertThat(map.isEmpty()).isTrue();
    }

    @Test
    void olderVersionsStayAsTheyWere() {
        TextMap<Value> one = TextMap.<Value>empty().with(new Value("a", 1));
        TextMap<Value> two = one.with(new Value("b", 2)).with(new Value("a", 3));

        assertThat(numberOf(one, "a")).isEqualTo(1);
        assertThat(numberOf(one, "b")).isNull();
        assertThat(numberOf(two, "a")).isEqualTo(3);
        assertThat(two.without("c")).isSameAs(two);
    }

    @Test
    void findsAKeyInsideALongerText() {
        TextMap<Value> map = TextMap.<Value>empty().with(new Value("bc", 1)).with(new Value("", 2));

        assertThat(map.find("abcd", 1, 3)).isNotNull();
        assertThat(map.find("abcd", 1, 4)).isNull();
        assertThat(map.find("abcd", 2, 2)).isNotNull();
    }

    @Property(tries = 50)
    void behavesLikeAHashMapAlsoWhereHashesAreEqual(@ForAll long seed) {
        Random random = new Random(seed);
        List<String> keys = collidingKeys();
        keys.addAll(keys.stream().map(key -> key + "x").toList());
        keys.addAll(IntStream.range(0, 40).mapToObj(Integer::toString).toList());
        Map<String, Integer> model = new HashMap<>();
        TextMap<Value> map = TextMap.empty();

        for (int i = 0; i < 600; i++) {
            String key = keys.get(random.nextInt(keys.size()));
            if (random.nextBoolean()) {
                model.remove(key);
                map = map.without(key);
            } else {
                model.put(key, i);
                map = map.with(new Value(key, i));
            }
            for (String each : keys) {
                assertThat(numberOf(map, each)).isEqualTo(model.get(each));
            }
        }
    }

    /** Eight keys of one hash: any three of two blocks of two characters each that have one hash. */
    private static List<String> collidingKeys() {
        List<String> blocks = blocksOfOneHash();
        List<String> keys = new ArrayList<>();
        for (int choice = 0; choice < 8; choice++) {
            keys.add(blocks.get(choice & 1) + blocks.get(choice >> 1 & 1) + blocks.get(choice >> 2 & 1));
        }
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(keys.stream().map(key -> LevelHash.of(key, 0, key.length())).distinct())
                .hasSize(1);
        return keys;
    }

    /** Some multiple of the multiplier, below 65,536 times it, lies within 65,535 of a multiple of 2^32 (Dirichlet). */
    private static List<String> blocksOfOneHash() {
        int multiplier = LevelHash.of("\u0001\0", 0, 2);
        for (int times = 1; times <= 0xFFFF; times++) {
            int rest = times * multiplier;
            if (Math.abs((long) rest) <= 0xFFFF) {
                int second = Math.max(rest, 0);
                return List.of("\0" + (char) second, "" + (char) times + (char) (second - rest));
            }
        }
        throw new AssertionError("no multiple of " + multiplier + " comes back to its beginning");
    }

    private static @Nullable Integer numberOf(TextMap<Value> map, String key) {
        Value value = map.find(key, 0, key.length());
        return value == null ? null : value.number;
    }
}
