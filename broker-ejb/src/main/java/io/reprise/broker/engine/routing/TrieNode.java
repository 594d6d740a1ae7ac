package io.reprise.broker.engine.routing;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The filters that begin with the same levels. Immutable; {@code key} is the last of those levels as the parent knows it. */
final class TrieNode extends TextMap.Entry {
    /** Children for a level of exactly their key. */
    final TextMap<TrieNode> literals;

    /** Children for a level that begins with their key. */
    final PrefixNodes prefixes;

    /** The child for any one level. */
    final @Nullable TrieNode any;

    /** Whose filters end here. */
    final EndpointIds here;

    /** Whose filters end here and go on with {@code />}. */
    final EndpointIds further;

    private TrieNode(
            String key,
            TextMap<TrieNode> literals,
            PrefixNodes prefixes,
            @Nullable TrieNode any,
            EndpointIds here,
            EndpointIds further) {
        super(key);
        this.literals = literals;
        this.prefixes = prefixes;
        this.any = any;
        this.here = here;
        this.further = further;
    }

    static TrieNode empty(String key) {
        return new TrieNode(key, TextMap.empty(), PrefixNodes.NONE, null, EndpointIds.none(), EndpointIds.none());
    }

    boolean isEmpty() {
        return here.isEmpty() && further.isEmpty() && any == null && literals.isEmpty() && prefixes.isEmpty();
    }

    /**
     * This node with the ids of one filter below it changed; itself if nothing changed. Copies the nodes on the way, no others.
     *
     * @param levels the filter's levels
     * @param depth how many of them lead to this node
     */
    TrieNode changed(List<FilterLevel> levels, int depth, UnaryOperator<EndpointIds> change) {
        if (depth == levels.size()) {
            EndpointIds ids = change.apply(here);
            return ids == here ? this : new TrieNode(key, literals, prefixes, any, ids, further);
        }
        FilterLevel level = levels.get(depth);
        if (level instanceof FilterLevel.Literal literal) {
            return changedLiteral(literal.text(), levels, depth, change);
        }
        if (level instanceof FilterLevel.Prefix prefix) {
            return changedPrefix(prefix.text(), levels, depth, change);
        }
        if (level instanceof FilterLevel.Any) {
            return changedAny(levels, depth, change);
        }
        EndpointIds ids = change.apply(further);
        return ids == further ? this : new TrieNode(key, literals, prefixes, any, here, ids);
    }

    private TrieNode changedLiteral(
            String text, List<FilterLevel> levels, int depth, UnaryOperator<EndpointIds> change) {
        TrieNode child = orEmpty(literals.find(text, 0, text.length()), text);
        TrieNode changed = child.changed(levels, depth + 1, change);
        if (changed == child) {
            return this;
        }
        TextMap<TrieNode> children = changed.isEmpty() ? literals.without(text) : literals.with(changed);
        return new TrieNode(key, children, prefixes, any, here, further);
    }

    private TrieNode changedPrefix(
            String text, List<FilterLevel> levels, int depth, UnaryOperator<EndpointIds> change) {
        TrieNode child = orEmpty(prefixes.get(text), text);
        TrieNode changed = child.changed(levels, depth + 1, change);
        if (changed == child) {
            return this;
        }
        PrefixNodes children = changed.isEmpty() ? prefixes.without(text) : prefixes.with(changed);
        return new TrieNode(key, literals, children, any, here, further);
    }

    private TrieNode changedAny(List<FilterLevel> levels, int depth, UnaryOperator<EndpointIds> change) {
        TrieNode child = orEmpty(any, "*");
        TrieNode changed = child.changed(levels, depth + 1, change);
        if (changed == child) {
            return this;
        }
        return new TrieNode(key, literals, prefixes, changed.isEmpty() ? null : changed, here, further);
    }

    private static TrieNode orEmpty(@Nullable TrieNode node, String key) {
        return node == null ? empty(key) : node;
    }
}
