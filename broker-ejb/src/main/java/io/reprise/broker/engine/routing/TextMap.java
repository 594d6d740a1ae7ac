package io.reprise.broker.engine.routing;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from texts to entries that know their own key: a hash trie with 32-way branches. A change copies the path to its
 * entry, some hundred bytes; a look-up takes the key as part of a longer text and allocates nothing. Any thread may read any version
 * at any time.
 */
final class TextMap<E extends TextMap.Entry> {
    private static final TextMap<Entry> EMPTY = new TextMap<>(null);
    private static final int BITS_PER_BRANCH = 5;
    private static final int HASH_BITS = 32;

    private final @Nullable Slot root;

    private TextMap(@Nullable Slot root) {
        this.root = root;
    }

    @SuppressWarnings("unchecked") // holds nothing
    static <E extends Entry> TextMap<E> empty() {
        return (TextMap<E>) EMPTY;
    }

    boolean isEmpty() {
        return root == null;
    }

    /** The entry whose key is the text from {@code from} to before {@code to}; null if there is none. */
    @Nullable
    E find(String text, int from, int to) {
        return root == null ? null : find(text, from, to, LevelHash.of(text, from, to));
    }

    /** The same, for a caller that has the part's {@link LevelHash} already. */
    @SuppressWarnings("unchecked") // only entries of type E are put in
    @Nullable
    E find(String text, int from, int to, int hash) {
        int bits = LevelHash.spread(hash);
        Slot slot = root;
        while (slot instanceof Branch branch) {
            slot = branch.at(bits);
            bits >>>= BITS_PER_BRANCH;
        }
        Entry entry = slot instanceof Collision collision ? collision.find(text, from, to) : (Entry) slot;
        return entry != null && entry.hasKey(text, from, to) ? (E) entry : null;
    }

    /** This map with the entry, in the place of one of the same key. */
    TextMap<E> with(E entry) {
        return new TextMap<>(root == null ? entry : with(root, entry, entry.bits(), 0));
    }

    /** This map without the entry of that key. */
    TextMap<E> without(String key) {
        if (root == null) {
            return this;
        }
        int hash = LevelHash.of(key, 0, key.length());
        Slot slot = without(root, key, LevelHash.spread(hash), 0);
        return slot == root ? this : slot == null ? empty() : new TextMap<>(slot);
    }

    private static Slot with(Slot slot, Entry entry, int bits, int depth) {
        if (slot instanceof Branch branch) {
            Slot child = branch.at(bits >>> depth);
            return branch.put(
                    bits >>> depth, child == null ? entry : with(child, entry, bits, depth + BITS_PER_BRANCH));
        }
        if (slot instanceof Collision collision) {
            return collision.with(entry);
        }
        Entry present = (Entry) slot;
        return present.key.equals(entry.key) ? entry : apart(present, entry, bits, depth);
    }

    /** Branches down to where the hashes of two entries part, or, if they never do, a collision. */
    private static Slot apart(Entry one, Entry other, int bits, int depth) {
        if (depth >= HASH_BITS) {
            return new Collision(new Entry[] {one, other});
        }
        Branch branch = new Branch(0, new Slot[0]).put(one.bits() >>> depth, one);
        return with(branch, other, bits, depth);
    }

    private static @Nullable Slot without(Slot slot, String key, int bits, int depth) {
        if (slot instanceof Branch branch) {
            Slot child = branch.at(bits >>> depth);
            return child == null
                    ? slot
                    : branch.replace(bits >>> depth, child, without(child, key, bits, depth + BITS_PER_BRANCH));
        }
        if (slot instanceof Collision collision) {
            return collision.without(key);
        }
        return ((Entry) slot).key.equals(key) ? null : slot;
    }

    /** What a place of the trie holds. */
    private sealed interface Slot permits Branch, Collision, Entry {}

    /** What the map holds. */
    abstract static non-sealed class Entry implements Slot {
        final String key;

        Entry(String key) {
            this.key = key;
        }

        boolean hasKey(String text, int from, int to) {
            return key.length() == to - from && text.startsWith(key, from);
        }

        int bits() {
            return LevelHash.spread(LevelHash.of(key, 0, key.length()));
        }
    }

    /** Up to 32 slots by five bits of the hash; only those in use take room. */
    private static final class Branch implements Slot {
        private final int used;
        private final Slot[] slots;

        Branch(int used, Slot[] slots) {
            this.used = used;
            this.slots = slots;
        }

        @Nullable
        Slot at(int bits) {
            int bit = bit(bits);
            return (used & bit) == 0 ? null : slots[index(bit)];
        }

        Branch put(int bits, Slot slot) {
            int bit = bit(bits);
            int index = index(bit);
            if ((used & bit) != 0) {
                Slot[] copy = slots.clone();
                copy[index] = slot;
                return new Branch(used, copy);
            }
            Slot[] copy = new Slot[slots.length + 1];
            System.arraycopy(slots, 0, copy, 0, index);
            copy[index] = slot;
            System.arraycopy(slots, index, copy, index + 1, slots.length - index);
            return new Branch(used | bit, copy);
        }

        /** This branch with another child in the place of one; itself if nothing
         * changed, null if it became empty, the entry if one alone is left (collisions stay at their depth). */
        @Nullable
        Slot replace(int bits, Slot child, @Nullable Slot replacement) {
            if (replacement == child) {
                return this;
            }
            if (replacement == null) {
                return remove(bit(bits));
            }
            return slots.length == 1 && replacement instanceof Entry ? replacement : put(bits, replacement);
        }

        private @Nullable Slot remove(int bit) {
            if (slots.length == 1) {
                return null;
            }
            int index = index(bit);
            if (slots.length == 2 && slots[1 - index] instanceof Entry) {
                return slots[1 - index];
            }
            Slot[] copy = new Slot[slots.length - 1];
            System.arraycopy(slots, 0, copy, 0, index);
            System.arraycopy(slots, index + 1, copy, index, copy.length - index);
            return new Branch(used & ~bit, copy);
        }

        private int index(int bit) {
            return Integer.bitCount(used & (bit - 1));
        }

        private static int bit(int bits) {
            return 1 << (bits & 31);
        }
    }

    /** At least two entries whose hashes are equal. */
    private static final class Collision implements Slot {
        private final Entry[] entries;

        Collision(Entry[] entries) {
            this.entries = entries;
        }

        @Nullable
        Entry find(String text, int from, int to) {
            for (Entry entry : entries) {
                if (entry.hasKey(text, from, to)) {
                    return entry;
                }
            }
            return null;
        }

        Collision with(Entry entry) {
            int index = indexOf(entry.key);
            Entry[] copy = Arrays.copyOf(entries, index < 0 ? entries.length + 1 : entries.length);
            copy[index < 0 ? entries.length : index] = entry;
            return new Collision(copy);
        }

        Slot without(String key) {
            int index = indexOf(key);
            if (index < 0) {
                return this;
            }
            if (entries.length == 2) {
                return entries[1 - index];
            }
            Entry[] copy = Arrays.copyOf(entries, entries.length - 1);
            if (index < copy.length) {
                copy[index] = entries[copy.length];
            }
            return new Collision(copy);
        }

        private int indexOf(String key) {
            for (int i = 0; i < entries.length; i++) {
                if (entries[i].key.equals(key)) {
                    return i;
                }
            }
            return -1;
        }
    }
}
