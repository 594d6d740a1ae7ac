package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.publish.BranchId;
import io.reprise.broker.model.replay.ReplayState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What spec 2.4 says of one endpoint and its replays, told in plain maps: the model that {@link ReplayModelRun} holds the engine to. */
final class NaiveEndpoint {
    final EndpointKind kind;
    final String name;
    final boolean exclusive;
    final boolean byPriority;
    final boolean lastValue;
    final int maxUnacked;
    /** Whether nothing is sent ahead to its sessions. */
    final boolean onDemand;

    long endpointId;
    final Set<String> filters = new LinkedHashSet<>();
    final TreeMap<Long, Item> live = new TreeMap<>();
    final TreeMap<Long, Item> setAside = new TreeMap<>();
    final TreeMap<Long, Item> heldBack = new TreeMap<>();

    ReplayState state = ReplayState.NONE;
    Set<String> replayed = Set.of();
    long fromMsgId;
    long cursorMsgId;
    long throughMsgId;
    long starts;
    long successes;
    long failures;
    long fed;

    NaiveEndpoint(
            EndpointKind kind,
            String name,
            boolean exclusive,
            boolean byPriority,
            boolean lastValue,
            int maxUnacked,
            boolean onDemand) {
        this.kind = kind;
        this.name = name;
        this.exclusive = exclusive;
        this.byPriority = byPriority;
        this.lastValue = lastValue;
        this.maxUnacked = maxUnacked;
        this.onDemand = onDemand;
    }

    /** A message as it is in the log. */
    record Logged(
            long msgId, String topic, String text, int priority, long ttlMillis, long spooledMillis, int sizeBytes) {}

    /** One on an endpoint. */
    static final class Item {
        final Logged message;
        final boolean copy;
        /** 0 = never. */
        final long expirationMillis;

        /** Attempts counted: at least, and at most. */
        int least;

        int most;
        /** The attempt that was begun and not settled; 0 = none. */
        int presented;

        @Nullable
        Hand hand;

        @Nullable
        BranchId branch;

        Item(Logged message, boolean copy, long expirationMillis) {
            this.message = message;
            this.copy = copy;
            this.expirationMillis = expirationMillis;
        }

        boolean isExpired(long nowMillis) {
            return expirationMillis != 0 && expirationMillis <= nowMillis;
        }

        boolean isFree(long nowMillis) {
            return hand == null && branch == null && !isExpired(nowMillis);
        }

        /** Whoever has it has nothing any more. */
        void taken() {
            if (hand != null) {
                hand.settled = true;
                hand = null;
            }
        }

        /** An attempt was counted. */
        void counted(int attempts) {
            least = attempts;
            most = attempts;
            presented = 0;
        }

        @Override
        public String toString() {
            return message.text() + "#" + message.msgId() + (copy ? "copy" : "") + "(" + least + "-" + most + "/"
                    + presented
                    + (hand == null ? "" : " in hand") + (branch == null ? "" : " in doubt")
                    + (expirationMillis == 0 ? "" : " until " + expirationMillis) + ")";
        }
    }

    /** What a consumer has. */
    static final class Hand {
        final Delivery delivery;
        final DeliverySession session;
        final Object flow;
        final NaiveEndpoint on;
        final Item item;
        /** Somebody else has settled it. */
        boolean settled;

        Hand(Delivery delivery, DeliverySession session, Object flow, NaiveEndpoint on, Item item) {
            this.delivery = delivery;
            this.session = session;
            this.flow = flow;
            this.on = on;
            this.item = item;
        }

        /** Whether the message is its own, and was not taken from it by a replay's start or end. */
        boolean isCurrent() {
            return item.hand == this;
        }

        @Override
        public String toString() {
            return item + " of " + on.name + (isCurrent() ? "" : settled ? " settled" : " orphaned");
        }
    }

    boolean inOrder() {
        return exclusive || onDemand;
    }

    boolean accepts(String topic) {
        return topic.equals("#P2P/QUE/" + name) || matches(filters, topic);
    }

    private boolean replays(String topic) {
        return topic.equals("#P2P/QUE/" + name) || matches(replayed, topic);
    }

    private static boolean matches(Set<String> filters, String topic) {
        return filters.stream()
                .anyMatch(filter -> filter.endsWith("/>")
                        ? topic.startsWith(filter.substring(0, filter.length() - 1))
                        : filter.startsWith("*/")
                                ? topic.indexOf('/') > 0 && topic.endsWith(filter.substring(1))
                                : topic.equals(filter));
    }

    /** Those of the log that a replay of this range brings. */
    List<Logged> range(List<Logged> log, long from, long through) {
        return log.stream()
                .filter(each -> each.msgId() > from && each.msgId() <= through && replays(each.topic()))
                .toList();
    }

    private Comparator<Item> order() {
        Comparator<Item> byId = Comparator.comparingLong(item -> item.message.msgId());
        return byPriority
                ? Comparator.<Item>comparingInt(item -> -item.message.priority())
                        .thenComparing(byId)
                : byId;
    }

    boolean precedes(Item one, Item other) {
        return order().compare(one, other) < 0;
    }

    /** What may be delivered next, in order. */
    List<Item> deliverable(long nowMillis) {
        return live.values().stream()
                .filter(item -> item.isFree(nowMillis))
                .sorted(order())
                .toList();
    }

    long copies() {
        return live.values().stream().filter(item -> item.copy).count();
    }

    // ---- what happens ----

    void place(Logged message, long expirationMillis) {
        TreeMap<Long, Item> to = state.holdsBack() ? heldBack : live;
        if (lastValue) {
            to.values().forEach(Item::taken);
            to.clear();
        }
        to.put(message.msgId(), new Item(message, false, expirationMillis));
    }

    void start(long from, long through) {
        if (state.isRunning()) {
            fail();
        }
        live.values().forEach(item -> item.hand = null);
        setAside.putAll(live);
        live.clear();
        state = ReplayState.INITIALIZING;
        replayed = Set.copyOf(filters);
        fromMsgId = from;
        cursorMsgId = from;
        throughMsgId = through;
        starts++;
        fed = 0;
    }

    /** The engine has looked at the log up to there. */
    void fed(long cursor, List<Logged> log, long nowMillis) {
        for (Logged message : range(log, cursorMsgId, cursor)) {
            if (lastValue) {
                live.values().forEach(Item::taken);
                live.clear();
            }
            long expirationMillis = message.ttlMillis() == 0 ? 0 : nowMillis + message.ttlMillis();
            live.put(message.msgId(), new Item(message, true, expirationMillis));
            fed++;
        }
        if (cursor > cursorMsgId) {
            state = ReplayState.ACTIVE;
        }
        cursorMsgId = cursor;
    }

    void join() {
        if (lastValue && !heldBack.isEmpty()) {
            live.values().forEach(Item::taken);
            live.clear();
        }
        live.putAll(heldBack);
        heldBack.clear();
        state = ReplayState.PENDING_COMPLETE;
    }

    void completeIfDone() {
        if (state == ReplayState.PENDING_COMPLETE && copies() == 0) {
            setAside.clear();
            state = ReplayState.COMPLETE;
            successes++;
        }
    }

    void fail() {
        live.values().forEach(item -> item.hand = null);
        live.values().removeIf(item -> item.copy);
        live.putAll(setAside);
        live.putAll(heldBack);
        setAside.clear();
        heldBack.clear();
        while (lastValue && live.size() > 1) {
            live.pollFirstEntry();
        }
        state = ReplayState.FAILED;
        failures++;
    }

    /** Whether the item is there, or may come back: to settle it means something. */
    boolean has(Item item) {
        long msgId = item.message.msgId();
        return live.get(msgId) == item || setAside.get(msgId) == item;
    }

    /** It leaves for good, and with a copy its original. */
    void gone(Item item) {
        item.taken();
        if (live.remove(item.message.msgId(), item) && item.copy) {
            setAside.remove(item.message.msgId());
        }
        setAside.remove(item.message.msgId(), item);
    }

    /** The broker ended without a word. */
    void crash(boolean marked) {
        for (Map<Long, Item> items : List.of(live, setAside, heldBack)) {
            for (Item item : items.values()) {
                item.hand = null;
                if (item.branch == null && item.presented > 0) {
                    item.least = marked ? Math.max(item.least, item.presented) : item.least;
                    item.most = Math.max(item.most, item.presented);
                    item.presented = 0;
                }
            }
        }
    }

    List<Item> all() {
        List<Item> all = new ArrayList<>(live.values());
        all.addAll(setAside.values());
        all.addAll(heldBack.values());
        return all;
    }

    @Override
    public String toString() {
        return name + " " + state + " [" + fromMsgId + "-" + cursorMsgId + "-" + throughMsgId + "] live "
                + live.values() + " aside " + setAside.values() + " held " + heldBack.values();
    }
}
