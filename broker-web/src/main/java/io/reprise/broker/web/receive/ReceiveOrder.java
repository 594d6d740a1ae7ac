package io.reprise.broker.web.receive;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.web.request.BodyFields;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;

/**
 * How much is to be received, and how long a receive waits for the first message.
 *
 * @param max messages at most
 * @param patience how long; zero: not at all
 */
record ReceiveOrder(int max, Duration patience) {
    private static final String MAX = "max";
    private static final String WAIT = "wait";
    private static final long MOST = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(20);

    /**
     * Reads it from a JSON object, which may be absent.
     *
     * @throws BrokerException INVALID_PARAMETER with all that is wrong with it
     */
    static ReceiveOrder read(UriInfo uri, InputStream json) {
        BodyFields fields = BodyFields.read(uri, json, Set.of(MAX, WAIT));
        ReceiveOrder order = new ReceiveOrder(
                fields.number(MAX, 1, MOST).orElse(1L).intValue(),
                fields.duration(WAIT, Duration.ZERO, LONGEST).orElse(DEFAULT_WAIT));
        fields.problems().throwIfAny();
        return order;
    }
}
