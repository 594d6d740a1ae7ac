package io.reprise.broker.engine.vpn;

import static io.reprise.broker.engine.vpn.TestVpn.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.publish.WorkUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A large transaction's messages lie in an upload and come back from there [LOG.md L4]. */
class LargeTransactionDeliveryTest {
    private TestVpn broker = TestVpn.start();

    @AfterEach
    void close() {
        broker.close();
    }

    /** The texts, put in by one transaction. */
    private List<String> publish(List<String> texts) {
        WorkUnit unit = new WorkUnit();
        texts.forEach(text -> unit.publish(message("q", text)));
        broker.vpn.commit(unit).orThrow();
        return texts;
    }

    private static List<String> numbered(int count, int lengthBytes) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add((i + ".").concat("x".repeat(lengthBytes)));
        }
        return texts;
    }

    /** Found: a statement for each message, and a backlog came out four times more slowly than it went in. */
    @Test
    void itsMessagesAreReadManyAtATime() {
        broker.createQueue("q", "q");
        List<String> texts = publish(numbered(1_000, 1_024));

        assertThat(broker.drain(broker.consume("q"))).isEqualTo(texts);

        assertThat(broker.script.uploadReads.get()).isBetween(1, 6);
    }

    @Test
    void itsEntryIsReadTogetherWithThoseBehindIt() {
        broker.createQueue("q", "q");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            texts.addAll(publish(numbered(30, 10_000)));
        }
        broker = broker.restarted();
        AtomicInteger reads = new AtomicInteger();
        broker.script.onRead(reads::incrementAndGet);

        assertThat(broker.drain(broker.consume("q"))).isEqualTo(texts);

        assertThat(reads.get()).isBetween(1, 3);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "3, 1000000", "4, 100000000"})
    void messagesOfAllSizesComeBackWhole(long seed, long cacheBytes) {
        broker.close();
        broker = TestVpn.start(settings -> settings.withCacheBytes(cacheBytes));
        broker.createQueue("q", "q");
        Random random = new Random(seed);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int length = random.nextInt(10) == 0 ? random.nextInt(700_000) : random.nextInt(90_000);
            texts.add((i + ".").concat(String.valueOf((char) ('a' + i % 26)).repeat(length)));
        }
        publish(texts);

        assertThat(broker.drain(broker.consume("q"))).isEqualTo(texts);
    }
}
