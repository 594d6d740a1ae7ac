package io.reprise.broker.web.live;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveEvent;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.LiveSubscription;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Reads what a subscription begins with, and ends it: what a subject holds at one moment. The request's thread waits for it. */
final class ContentReader {
    private static final long LIMIT_SECONDS = 30;

    private final LiveSubjects live;
    private final Semaphore ready = new Semaphore(0);

    ContentReader(LiveSubjects live) {
        this.live = live;
    }

    /** @throws BrokerException VPN_DOWN if it ends before its beginning is over, or that does not come */
    SubjectContent read(LiveRequest request) {
        SubjectContent content = new SubjectContent();
        try (LiveSubscription subscription = live.subscribe(request, ready::release)) {
            while (!takesAll(subscription, content)) {
                awaitMore(subscription);
            }
        }
        return content;
    }

    /** Whether the beginning is over. */
    private static boolean takesAll(LiveSubscription subscription, SubjectContent content) {
        for (LiveEvent event = subscription.poll(); event != null; event = subscription.poll()) {
            if (event instanceof LiveEvent.Begun) {
                return true;
            }
            if (event instanceof LiveEvent.Recovered recovered) {
                content.recovered(recovered.complete());
            } else if (event instanceof LiveEvent.Received received) {
                content.add(received.type(), received.message());
            }
        }
        return false;
    }

    private void awaitMore(LiveSubscription subscription) {
        if (subscription.isEnded()) {
            throw new BrokerException(ErrorCode.VPN_DOWN, "the subject can't be read: " + subscription.endReason());
        }
        try {
            if (!ready.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new BrokerException(
                        ErrorCode.VPN_DOWN, "the subject could not be read within " + LIMIT_SECONDS + " s");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new BrokerException(ErrorCode.VPN_DOWN, "the server is stopping", stopping);
        }
    }
}
