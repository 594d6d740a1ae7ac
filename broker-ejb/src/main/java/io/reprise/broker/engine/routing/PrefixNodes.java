package io.reprise.broker.engine.routing;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The children of a node by level prefix ({@code abc*}), found with one look-up for each length of prefix there is. Immutable.
 *
 * @param byText the children by their prefix
 * @param lengths the lengths of their prefixes, ascending
 * @param counts how many children have the prefix length at the same place
 */
record PrefixNodes(TextMap<TrieNode> byText, int[] lengths, int[] counts) {
    static final PrefixNodes NONE = new PrefixNodes(TextMap.empty(), new int[0], new int[0]);

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
