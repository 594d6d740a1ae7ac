package io.reprise.broker.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.it.HoldingProcess.Held;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The row of the killed client in the table of spec 4.3, in a process that is really killed; the others are {@link CountingRulesTest}'s. */
class KilledClientTest extends EmbeddedFixture {
    private static final int INDIVIDUAL = 101;

    @Test
    void theReceivedMessageCountsOnceAndTheOneBehindItDoesNot() throws Exception {
        Map<Integer, String> expected = new LinkedHashMap<>();
        expected.put(Session.AUTO_ACKNOWLEDGE, "b:1");
        expected.put(Session.CLIENT_ACKNOWLEDGE, "a:2! b:1");
        expected.put(INDIVIDUAL, "a:2! b:1");
        expected.put(Session.SESSION_TRANSACTED, "a:2! b:1");
        List<Held> held = new ArrayList<>();
        for (int mode : expected.keySet()) {
            queue = queue(mode);
            put("a", "b");
            held.add(new Held(queue.getQueueName(), mode));
        }
        broker.close();

        HoldingProcess.runAndKill(database, held);

        broker = start();
        Map<Integer, String> left = new LinkedHashMap<>();
        for (int mode : expected.keySet()) {
            queue = queue(mode);
            left.put(mode, left());
        }
        assertThat(left).isEqualTo(expected);
    }

    private static Queue queue(int mode) {
        return broker.createQueue("killed-" + mode);
    }
}
