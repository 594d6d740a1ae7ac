package io.reprise.broker.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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

    @Test
    void keepsKeysApartWhoseHashesAreEqual() {
        List<List<String>> collisions = collidingKeys();
        assertThat(collisions).as("pairs among 400,000 random keys").isNotEmpty();
        List<String> keys =
                new ArrayList<>(collisions.stream().flatMap(List::stream).toList());
        TextMap<Value> map = TextMap.empty();

        for (int i = 0; i < keys.size(); i++) {
            map = map.with(new Value(keys.get(i), i));
            map = map.with(new Value("other" + i, -1));
        }
        for (int i = 0; i < keys.size(); i++) {
            map = map.without("other" + i);
        }
        for (int i = 0; i < keys.size(); i++) {
            assertThat(numberOf(map, keys.get(i))).isEqualTo(i);
        }
        Collections.shuffle(keys, new Random(7));
        for (String key : keys) {
            assertThat(numberOf(map, key)).isNotNull();
            map = map.without(key);
            assertThat(numberOf(map, key)).isNull();
        }
        assertThat(map.isEmpty()).isTrue();
    }

    private static List<List<String>> collidingKeys() {
        Random random = new Random(42);
        Map<Integer, String> byHash = new HashMap<>();
        List<List<String>> collisions = new ArrayList<>();
        for (int i = 0; i < 400_000; i++) {
            String key = Long.toString(random.nextLong() >>> 1, 36);
            String other = byHash.put(LevelHash.of(key, 0, key.length()), key);
            if (other != null) {
                collisions.add(List.of(other, key));
            }
        }
        return collisions;
    }

    private static Integer numberOf(TextMap<Value> map, String key) {
        Value value = map.find(key, 0, key.length());
        return value == null ? null : value.number;
    }
}
