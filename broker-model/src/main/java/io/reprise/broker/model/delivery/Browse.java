package io.reprise.broker.model.delivery;

import org.jspecify.annotations.Nullable;

/**
 * A walk over what is on an endpoint, in the order of delivery, that changes nothing [spec 4.3]: no message is taken, counted or kept
 * from anybody. It shows those in flight too, and may or may not show what comes or goes meanwhile. One thread at a time.
 */
public interface Browse {
    /**
     * The next message.
     *
     * @return null if there is none any more; asked again, what has come since
     * @throws io.reprise.broker.model.error.BrokerException if the database is away or the VPN is not served; to be asked again
     */
    @Nullable
    StoredMessage next();
}
