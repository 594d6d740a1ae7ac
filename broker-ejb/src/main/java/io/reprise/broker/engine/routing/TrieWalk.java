package io.reprise.broker.engine.routing;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One look for a topic in a trie: gathers the id sets of the filters that match. Used once, by one thread. */
final class TrieWalk {
    private final String topic;
    private EndpointIds[] found = new EndpointIds[4];
    private int size;

    TrieWalk(String topic) {
        this.topic = topic;
    }

    /** The ids whose filters match, each once. */
    EndpointIds from(TrieNode root) {
        enterFirstLevel(root);
        return switch (size) {
            case 0 -> EndpointIds.none();
            case 1 -> found[0];
            default -> merged();
        };
    }

    /** Level 1 has rules of its own for topics that start with {@code #P2P} or {@code $} (spec 1.3). */
    private void enterFirstLevel(TrieNode root) {
        boolean wildcards = !topic.startsWith("#P2P");
        boolean alone = wildcards && !topic.startsWith("$");
        int to = levelEnd(0);
        if (alone) {
            gather(root.further);
            step(root.any, to);
        }
        if (wildcards) {
            stepPrefixes(root.prefixes, 0, to);
        }
        step(root.literals.find(topic, 0, to), to);
    }

    private void enter(TrieNode node, int from) {
        int to = levelEnd(from);
        gather(node.further);
        step(node.any, to);
        stepPrefixes(node.prefixes, from, to);
        step(node.literals.find(topic, from, to), to);
    }

    /** Goes into a child, if there is one, whose level ends before {@code to}. */
    private void step(@Nullable TrieNode child, int to) {
        if (child == null) {
            return;
        }
        if (to == topic.length()) {
            gather(child.here);
        } else {
            enter(child, to + 1);
        }
    }

    private void stepPrefixes(PrefixNodes prefixes, int from, int to) {
        int hash = LevelHash.EMPTY;
        int at = from;
        for (int i = 0; i < prefixes.lengthCount(); i++) {
            int length = prefixes.length(i);
            if (length > to - from) {
                return;
            }
            while (at < from + length) {
                hash = LevelHash.next(hash, topic.charAt(at++));
            }
            step(prefixes.find(topic, from, at, hash), to);
        }
    }

    private int levelEnd(int from) {
        int slash = topic.indexOf('/', from);
        return slash < 0 ? topic.length() : slash;
    }

    private void gather(EndpointIds ids) {
        if (ids.isEmpty()) {
            return;
        }
        if (size == found.length) {
            found = Arrays.copyOf(found, size * 2);
        }
        found[size++] = ids;
    }

    private EndpointIds merged() {
        int total = 0;
        for (int i = 0; i < size; i++) {
            total += found[i].size();
        }
        long[] ids = new long[total];
        int at = 0;
        for (int i = 0; i < size; i++) {
            found[i].copyTo(ids, at);
            at += found[i].size();
        }
        return EndpointIds.ofDistinct(ids, FewIds.sortDistinct(ids, total));
    }
}
