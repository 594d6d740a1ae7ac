package io.reprise.broker.engine.routing;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The children of a node by level prefix ({@code abc*}), found with one look-up for each length of prefix there is. Immutable.
 */
final class PrefixNodes {
    static final PrefixNodes NONE = new PrefixNodes(TextMap.empty(), new int[0], new int[0]);

    private final TextMap<TrieNode> byText;

    /** The lengths of the prefixes, ascending. */
    private final int[] lengths;

    /** How many children have the prefix length at the same place. */
    private final int[] counts;

    private PrefixNodes(TextMap<TrieNode> byText, int[] lengths, int[] counts) {
        this.byText = byText;
        this.lengths = lengths;
        this.counts = counts;
    }

    boolean isEmpty() {
        return lengths.length == 0;
    }

    /** How many lengths of prefix there are. */
    int lengthCount() {
        return lengths.length;
    }

    /** One of them, in ascending order. */
    int length(int index) {
        return lengths[index];
    }

    /** The child whose prefix is a part of a text, of which the caller has the {@link LevelHash}. */
    @Nullable
    TrieNode find(String text, int from, int to, int hash) {
        return byText.find(text, from, to, hash);
    }

    @Nullable
    TrieNode get(String prefix) {
        return byText.find(prefix, 0, prefix.length());
    }

    PrefixNodes with(TrieNode node) {
        TextMap<TrieNode> grown = byText.with(node);
        if (get(node.key) != null) {
            return new PrefixNodes(grown, lengths, counts);
        }
        int index = Arrays.binarySearch(lengths, node.key.length());
        if (index >= 0) {
            return new PrefixNodes(grown, lengths, counted(index, 1));
        }
        int place = -index - 1;
        return new PrefixNodes(grown, inserted(lengths, place, node.key.length()), inserted(counts, place, 1));
    }

    /** Without the child of that prefix, which is there. */
    PrefixNodes without(String prefix) {
        TextMap<TrieNode> shrunk = byText.without(prefix);
        int index = Arrays.binarySearch(lengths, prefix.length());
        if (counts[index] > 1) {
            return new PrefixNodes(shrunk, lengths, counted(index, -1));
        }
        return lengths.length == 1 ? NONE : new PrefixNodes(shrunk, removed(lengths, index), removed(counts, index));
    }

    private int[] counted(int index, int difference) {
        int[] copy = counts.clone();
        copy[index] += difference;
        return copy;
    }

    private static int[] inserted(int[] values, int index, int value) {
        int[] copy = new int[values.length + 1];
        System.arraycopy(values, 0, copy, 0, index);
        copy[index] = value;
        System.arraycopy(values, index, copy, index + 1, values.length - index);
        return copy;
    }

    private static int[] removed(int[] values, int index) {
        int[] copy = new int[values.length - 1];
        System.arraycopy(values, 0, copy, 0, index);
        System.arraycopy(values, index + 1, copy, index, copy.length - index);
        return copy;
    }
}
