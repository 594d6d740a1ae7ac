package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.NOW;
import static io.reprise.broker.engine.vpn.TestVpn.next;
import static io.reprise.broker.engine.vpn.TestVpn.nextText;
import static io.reprise.broker.engine.vpn.TestVpn.queue;
import static io.reprise.broker.engine.vpn.TestVpn.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.commit.DeadMessage;
import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.EndpointDispatch;
import io.reprise.broker.engine.log.Lanes;
import io.reprise.broker.model.delivery.BindRequest;
import io.reprise.broker.model.delivery.Delivery;
import io.reprise.broker.model.delivery.DeliverySession;
import io.reprise.broker.model.delivery.Flow;
import io.reprise.broker.model.endpoint.AccessType;
import io.reprise.broker.model.endpoint.EndpointAttributes;
import io.reprise.broker.model.endpoint.EndpointKind;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.endpoint.Prefetch;
import io.reprise.broker.model.endpoint.RedeliveryOverride;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.message.MessageBuilder;
import io.reprise.broker.model.publish.WorkUnit;
import io.reprise.broker.model.topic.TopicName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queues whose messages are handled one after another for each key [spec 1.4, ADR 0010]. */
class PartitionedQueueTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private static EndpointSettings partitioned(long count) {
        return queue().with(EndpointAttributes.ACCESS_TYPE, AccessType.NON_EXCLUSIVE)
                .with(EndpointAttributes.PARTITION_COUNT, count);
    }

    private static MessageBuilder of(String key, String text) {
        return Message.to(TopicName.of("q")).property("JMSXGroupID", key).text(text);
    }

    private void publish(String key, String... texts) {
        for (String text : texts) {
            broker.publish(of(key, text).build());
        }
    }

    /** As documented: CRC-32C of the key's UTF-8 form, unsigned, modulo the number of partitions. */
    private static int partition(String key, int count) {
        CRC32C crc = new CRC32C();
        crc.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % count);
    }

    /** A key of each partition. */
    private static List<String> keys(int count) {
        String[] keys = new String[count];
        for (int i = 0, found = 0; found < count; i++) {
            String key = "key-" + i;
            if (keys[partition(key, count)] == null) {
                keys[partition(key, count)] = key;
                found++;
            }
        }
        return List.of(keys);
    }

    private Map<Integer, List<Long>> byPartition() {
        long id = broker.endpointId("q");
        return broker.core().atBoundary(state -> {
            Map<Integer, List<Long>> result = new TreeMap<>();
            Objects.requireNonNull(state.endpoint(id))
                    .forEach((lane, msgId) -> result.computeIfAbsent(Lanes.partition(lane), none -> new ArrayList<>())
                            .add(msgId));
            return result;
        });
    }

    @Test
    void aKeyAlwaysHasTheSamePartitionByItsDocumentedHash() {
        broker.createQueue("q", partitioned(7), "q");
        DeliverySession session = broker.consume("q");
        for (String key : List.of("", "a", "order-4711", "ü\uD83D\uDE00")) {
            publish(key, "m");
            publish(key, "m");

            Map<Integer, List<Long>> there = byPartition();
            assertThat(there).containsOnlyKeys(partition(key, 7));
            assertThat(there.get(partition(key, 7))).hasSize(2);
            broker.drain(session);
        }
    }

    /** Users may rely on it. */
    @Test
    void theHashNeverChanges() {
        broker.createQueue("q", partitioned(1000), "q");
        publish("123456789", "m");

        assertThat(byPartition()).containsOnlyKeys((int) (0xE3069283L % 1000));
    }

    @Test
    void messagesWithoutAKeyAreSpread() {
        broker.createQueue("q", partitioned(4), "q");
        for (int i = 0; i < 40; i++) {
            broker.publish("q", "m" + i);
        }

        assertThat(byPartition().values())
                .hasSize(4)
                .allSatisfy(ids -> assertThat(ids).hasSize(10));
    }

    @Test
    void oneFlowGetsAllPartitionsInTheOrderOfTheQueue() {
        broker.createQueue("q", partitioned(5), "q");
        for (int i = 0; i < 20; i++) {
            publish("key-" + i, "m" + i);
        }

        List<String> texts = broker.drain(broker.consume("q"));

        assertThat(texts).hasSize(20).startsWith("m0", "m1", "m2").endsWith("m19");
    }

    @Test
    void whileASessionHasAMessageOfAKeyNoOtherGetsTheNext() {
        broker.createQueue("q", partitioned(2), "q");
        List<String> keys = keys(2);
        Flow flow = broker.bind("q");
        DeliverySession one = flow.openSession();
        DeliverySession other = flow.openSession();
        publish(keys.get(0), "a1", "a2");

        Delivery first = next(one);
        assertThat(other.receive(NOW)).isNull();
        publish(keys.get(1), "b1");
        Delivery otherKey = next(other);
        assertThat(text(otherKey)).isEqualTo("b1");
        broker.acknowledge(otherKey);

        broker.acknowledge(first);
        assertThat(nextText(other)).isEqualTo("a2");
    }

    @Test
    void aWaitingSessionIsWokenWhenTheOneBeforeItIsDone() throws Exception {
        broker.createQueue("q", partitioned(1), "q");
        Flow flow = broker.bind("q");
        DeliverySession one = flow.openSession();
        publish("k", "a1", "a2");
        Delivery first = next(one);
        DeliverySession other = flow.openSession();
        Future<Delivery> waiting = broker.inBackground(() -> next(other));
        assertThat(waiting.isDone()).isFalse();

        broker.acknowledge(first);

        assertThat(text(waiting.get(10, TimeUnit.SECONDS))).isEqualTo("a2");
    }

    @Test
    void aFailedMessageComesAgainBeforeTheLaterOnesOfItsKey() {
        broker.createQueue("q", partitioned(3), "q");
        Flow flow = broker.bind("q");
        DeliverySession one = flow.openSession();
        DeliverySession other = flow.openSession();
        publish("k", "a1", "a2");
        Delivery first = next(one);
        ScriptedStore.Gate gate = broker.script.hold();

        one.release(first);
        gate.awaitReached();

        assertThat(other.receive(NOW)).as("while it is on its way back").isNull();
        assertThat(one.receive(NOW)).isNull();
        gate.open();
        Delivery again = next(other);
        assertThat(text(again)).isEqualTo("a1");
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThat(one.receive(NOW)).isNull();
        broker.acknowledge(again);
        assertThat(nextText(one)).isEqualTo("a2");
    }

    @Test
    void oneThatWaitsAfterItsFailureIsOvertaken() {
        broker.createQueue("q", partitioned(3).with(EndpointAttributes.REDELIVERY_DELAY_ENABLED, true), "q");
        DeliverySession session = broker.consume("q");
        publish("k", "a1", "a2");
        session.release(next(session));
        broker.awaitCommitter();

        assertThat(broker.drain(session)).containsExactly("a2");
        broker.clock.advance(Duration.ofSeconds(1));
        assertThat(broker.drain(session)).containsExactly("a1");
    }

    @Test
    void partitionsAreDealtOutEvenlyAndMoveWhenFlowsComeAndGo() {
        broker.createQueue("q", partitioned(4), "q");
        List<String> keys = keys(4);
        Flow one = broker.bind("q");
        Flow two = broker.bind("q");
        assertThat(receivable(keys, one, two)).containsExactly(2, 2);

        Flow three = broker.bind("q");
        assertThat(receivable(keys, one, two, three)).containsExactlyInAnyOrder(2, 1, 1);
        one.close();

        assertThat(receivable(keys, two, three)).containsExactly(2, 2);
    }

    /** How many keys' messages each flow gets now. */
    private List<Integer> receivable(List<String> keys, Flow... flows) {
        keys.forEach(key -> publish(key, "m"));
        List<Integer> counts = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (Flow flow : flows) {
            DeliverySession session = flow.openSession();
            int count = 0;
            Delivery delivery = session.receive(NOW);
            while (delivery != null) {
                assertThat(seen.add(delivery.msgId())).isTrue();
                broker.acknowledge(delivery);
                count++;
                delivery = session.receive(NOW);
            }
            counts.add(count);
            session.close();
        }
        assertThat(seen).hasSize(keys.size());
        return counts;
    }

    @Test
    void moreFlowsThanPartitionsLeaveSomeIdle() {
        broker.createQueue("q", partitioned(2), "q");
        List<Flow> flows = List.of(broker.bind("q"), broker.bind("q"), broker.bind("q"));

        assertThat(flows.stream().filter(Flow::isActive)).hasSize(2);
        assertThat(broker.figures("q").activeFlows()).isEqualTo(2);
        flows.stream().filter(Flow::isActive).findFirst().orElseThrow().close();

        assertThat(flows.stream().filter(Flow::isActive)).hasSize(2);
    }

    @Test
    void aPartitionMovesOnlyWhenWhatItsOldFlowHasOfItIsSettled() {
        broker.createQueue("q", partitioned(2), "q");
        List<String> keys = keys(2);
        Flow old = broker.bind("q");
        DeliverySession session = old.openSession();
        keys.forEach(key -> publish(key, key + "/1", key + "/2"));
        List<Delivery> presented = List.of(next(session), next(session), next(session), next(session));
        keys.forEach(key -> publish(key, key + "/3"));

        DeliverySession joined = broker.consume("q");

        assertThat(joined.receive(NOW)).isNull();
        presented.forEach(broker::acknowledge);
        assertThat(nextText(joined)).endsWith("/3");
        assertThat(nextText(session)).endsWith("/3");
        assertThat(nextText(joined)).isNull();
    }

    @Test
    void higherPrioritiesComeFirstWithinAPartition() {
        broker.createQueue("q", partitioned(3).with(EndpointAttributes.RESPECT_MSG_PRIORITY_ENABLED, true), "q");
        broker.publish(of("k", "low").priority(1).build());
        broker.publish(of("k", "high").priority(8).build());

        assertThat(broker.drain(broker.consume("q"))).containsExactly("high", "low");
    }

    @Test
    void partitionsSurviveARestart() {
        broker.createQueue("q", partitioned(3), "q");
        List<String> keys = keys(3);
        keys.forEach(key -> publish(key, key + "/1", key + "/2"));
        Map<Integer, List<Long>> before = byPartition();
        broker.duties.runAll();
        broker = broker.restarted();
        assertThat(byPartition()).isEqualTo(before);
        Flow flow = broker.bind("q");
        DeliverySession one = flow.openSession();
        DeliverySession other = flow.openSession();

        assertThat(nextText(one)).isEqualTo(keys.get(0) + "/1");
        assertThat(nextText(other)).isEqualTo(keys.get(1) + "/1");
    }

    @Test
    void aDeadMessageGoesHomeToItsPartition() {
        broker.createQueue("q", partitioned(3).with(EndpointAttributes.MAX_REDELIVERY, 1L), "q");
        publish(keys(3).get(2), "m");
        DeliverySession session = broker.consume("q");
        session.release(next(session));
        broker.awaitCommitter();
        assertThat(broker.spooled("#DEAD_MSG_QUEUE")).isEqualTo(1);

        VpnCore core = broker.core();
        EndpointDispatch dead = Objects.requireNonNull(core.dispatch().endpoint(broker.endpointId("#DEAD_MSG_QUEUE")));
        List<DeadMessage> messages = dead.seizures().seize(1, Long.MAX_VALUE).stream()
                .map(msgId ->
                        new DeadMessage(Objects.requireNonNull(core.reader().slot(msgId)), 0))
                .toList();
        core.retry(dead, messages).await().orThrow();

        assertThat(byPartition()).containsOnlyKeys(2);
        assertThat(nextText(session)).isEqualTo("m");
    }

    @Test
    void whatDoesNotGoWithPartitionsIsRefusedByName() {
        assertRefused(
                partitioned(3).with(EndpointAttributes.ACCESS_TYPE, AccessType.EXCLUSIVE), "accessType=exclusive");
        assertRefused(partitioned(3).with(EndpointAttributes.MAX_SPOOL_USAGE, 0L), "maxMsgSpoolUsage=0");
        broker.createQueue("q", partitioned(3), "q");
        assertThatThrownBy(() -> broker.change("q", EndpointAttributes.ACCESS_TYPE, AccessType.EXCLUSIVE))
                .hasMessageContaining("accessType=exclusive");
        BindRequest selecting =
                new BindRequest(EndpointKind.QUEUE, "q", "test", "a = 1", Prefetch.INHERIT, RedeliveryOverride.NONE);
        assertThatThrownBy(() -> broker.vpn.bind(selecting))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
                .hasMessageContaining("selector");
    }

    private void assertRefused(EndpointSettings settings, String text) {
        assertThatThrownBy(() -> broker.createQueue("q", settings, "q"))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageContaining("queue 'q' with partitionCount=3")
                .hasMessageContaining(text);
    }

    @Test
    void theirNumberChangesOnlyOnAnEmptyQueue() {
        broker.createQueue("q", partitioned(2), "q");
        publish("k", "m");
        assertThatThrownBy(() -> broker.change("q", EndpointAttributes.PARTITION_COUNT, 3L))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED))
                .hasMessageContaining("1 messages on it");
        DeliverySession session = broker.consume("q");
        broker.drain(session);

        broker.change("q", EndpointAttributes.PARTITION_COUNT, 3L);

        broker.vpn.commit(WorkUnit.publishing(of("k", "n").build())).orThrow();
        assertThat(byPartition()).containsOnlyKeys(partition("k", 3));
        assertThat(broker.drain(session)).containsExactly("n");
    }
}
