package io.reprise.broker.engine.vpn;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.deliver.StoredContent;
import io.reprise.broker.engine.log.Alias;
import io.reprise.broker.engine.log.Death;
import io.reprise.broker.engine.state.EndpointState;
import io.reprise.broker.engine.vpn.RedeliveryModel.Copy;
import io.reprise.broker.engine.vpn.RedeliveryModel.Place;
import io.reprise.broker.engine.vpn.RedeliveryModel.Queue;
import io.reprise.broker.model.delivery.DeathReason;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds what is on disk of every queue against the model, message by message: where it is, its count, its mark, its wait. When a
 * dead message is found to be dead is the engine's to choose; that it was, and where it went then, is checked.
 */
final class RedeliveryObserver {
    private final RedeliveryModel model;
    private final Predicate<Copy> doomed;
    private final Predicate<Copy> mayHaveDied;

    /** What is on disk of one message on one queue. */
    private record Stored(int attempts, int presented, long dueMillis) {}

    /**
     * @param doomed whether a message is dead as soon as somebody looks
     * @param mayHaveDied whether it can have gone anywhere then
     */
    RedeliveryObserver(RedeliveryModel model, Predicate<Copy> doomed, Predicate<Copy> mayHaveDied) {
        this.model = model;
        this.doomed = doomed;
        this.mayHaveDied = mayHaveDied;
    }

    private Map<Queue, TreeMap<Long, Stored>> stored(TestVpn broker) {
        return broker.core().atBoundary(state -> {
            Map<Queue, TreeMap<Long, Stored>> result = new HashMap<>();
            for (Queue queue : model.queues.values()) {
                TreeMap<Long, Stored> messages = new TreeMap<>();
                EndpointState endpoint = state.endpoint(queue.endpointId);
                if (endpoint != null) {
                    endpoint.forEach((lane, msgId) -> messages.put(
                            msgId,
                            new Stored(
                                    endpoint.attempts(msgId),
                                    endpoint.presented(msgId),
                                    endpoint.delayedUntilMillis(msgId))));
                }
                result.put(queue, messages);
            }
            return result;
        });
    }

    void observe(TestVpn broker) {
        Map<Queue, TreeMap<Long, Stored>> stored = stored(broker);
        List<Copy> left = new ArrayList<>();
        Map<Queue, TreeMap<Long, Stored>> unknown = new HashMap<>();
        stored.forEach((queue, messages) -> unknown.put(queue, new TreeMap<>(messages)));
        for (Copy copy : model.copies) {
            if (copy.isAlive() && copy.msgId != 0 && of(unknown, copy.queue).remove(copy.msgId) == null) {
                assertThat(doomed.test(copy) && mayHaveDied.test(copy))
                        .as("gone, and had not died: %s", copy)
                        .isTrue();
                left.add(copy);
            }
        }
        for (Queue queue : model.queues.values()) {
            for (long msgId : of(unknown, queue).keySet()) {
                identify(broker, queue, msgId, left);
            }
        }
        for (Copy copy : left) {
            assertThat(model.isDeletedByDeath(copy))
                    .as("gone, nowhere to be found: %s", copy)
                    .isTrue();
            copy.place = Place.DELETED;
        }
        model.copies.stream().filter(Copy::isAlive).forEach(copy -> check(copy, stored));
    }

    private static TreeMap<Long, Stored> of(Map<Queue, TreeMap<Long, Stored>> all, Queue queue) {
        return Objects.requireNonNull(all.get(queue));
    }

    private static void check(Copy copy, Map<Queue, TreeMap<Long, Stored>> stored) {
        assertThat(copy.msgId).as("nowhere: %s", copy).isNotZero();
        assertThat(of(stored, copy.queue).get(copy.msgId))
                .as("on disk of %s", copy)
                .isEqualTo(new Stored(copy.attemptsOnDisk, copy.markOnDisk, copy.dueOnDisk));
    }

    /** An id that was not there before: of a message just sent, retried, or dead. */
    private void identify(TestVpn broker, Queue queue, long msgId, List<Copy> left) {
        StoredContent content = Objects.requireNonNull(broker.core().reader().read(msgId), "its body is gone");
        Message message = MessageCodec.decode(content.content());
        String text = new String(message.body(), StandardCharsets.UTF_8);
        Alias alias = content.slot().alias();
        Copy known = alias != null && alias.dead() ? died(queue, text, alias, left) : came(queue, text);
        assertThat(known)
                .as("message %d on %s, which the model does not have there", msgId, queue.name)
                .isNotNull();
        Copy copy = Objects.requireNonNull(known);
        copy.msgId = msgId;
        copy.sizeBytes = content.slot().sizeBytes();
        if (alias != null) {
            Death first = Objects.requireNonNull(copy.first);
            assertThat(alias.first()).as("first death of %s", copy).isEqualTo(first);
        }
    }

    private @Nullable Copy came(Queue queue, String text) {
        return model.on(queue).stream()
                .filter(copy -> copy.msgId == 0 && copy.text.equals(text))
                .findFirst()
                .orElse(null);
    }

    private @Nullable Copy died(Queue to, String text, Alias alias, List<Copy> left) {
        for (Copy copy : left) {
            if (copy.text.equals(text) && copy.queue.endpointId == alias.home()) {
                assertThat(model.target(copy)).as("where %s went", copy).isSameAs(to);
                left.remove(copy);
                Death first = copy.first;
                if (first == null) {
                    first = Objects.requireNonNull(alias.first());
                    checkFirst(copy, first);
                }
                model.moved(copy, to, first);
                return copy;
            }
        }
        return null;
    }

    private static void checkFirst(Copy copy, Death first) {
        assertThat(first.endpointName()).isEqualTo(copy.queue.name);
        assertThat(first.deliveries())
                .as("deliveries of %s", copy)
                .isIn(copy.diesAfter, copy.attempts, copy.attemptsOnDisk);
        if (first.reason() == DeathReason.TTL) {
            assertThat(copy.expiresMillis).as("expiry of %s", copy).isBetween(1L, first.timeMillis());
        } else {
            assertThat(first.reason()).isEqualTo(copy.rejected ? DeathReason.REJECTED : DeathReason.REDELIVERY);
            assertThat(first.deliveries()).as("%s was seen", copy).isPositive();
        }
    }

    /** Whatever was sent is somewhere, or it went a known way. */
    void assertBalanced(TestVpn broker) {
        long spooled = model.queues.values().stream()
                .filter(queue -> queue.exists)
                .mapToLong(queue -> broker.spooled(queue.name))
                .sum();
        long acknowledged = model.copies.stream()
                .filter(copy -> copy.place == Place.ACKNOWLEDGED)
                .count();
        long deleted = model.copies.stream()
                .filter(copy -> copy.place == Place.DELETED)
                .count();
        assertThat(spooled + acknowledged + deleted).as("what was sent").isEqualTo(model.copies.size());
    }

    /** Up to where messages of each queue are suspect. */
    Map<Queue, Long> suspects(TestVpn broker) {
        return broker.core().atBoundary(state -> {
            Map<Queue, Long> result = new HashMap<>();
            for (Queue queue : model.queues.values()) {
                EndpointState endpoint = state.endpoint(queue.endpointId);
                result.put(queue, endpoint == null ? 0 : endpoint.suspectUpTo(Message.DEFAULT_PRIORITY));
            }
            return result;
        });
    }

    /** After a crash: who is suspect. */
    void readSuspects(TestVpn broker) {
        Map<Queue, Long> suspects = suspects(broker);
        model.copies.stream()
                .filter(Copy::isAlive)
                .forEach(copy -> copy.suspect = copy.msgId <= Objects.requireNonNull(suspects.get(copy.queue)));
    }
}
