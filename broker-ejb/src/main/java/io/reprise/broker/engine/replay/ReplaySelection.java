package io.reprise.broker.engine.replay;

import io.reprise.broker.engine.commit.VpnCore;
import io.reprise.broker.engine.deliver.StoredContent;
import io.reprise.broker.engine.endpoint.EndpointConfig;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.engine.store.StoreUnavailableException;
import io.reprise.broker.model.message.MessageCodec;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which messages of the log a replay of an endpoint selects: by topic, and by the endpoint's own selector, if it has one [spec 4.1]. */
final class ReplaySelection {
    private static final System.Logger LOG = System.getLogger(ReplaySelection.class.getName());

    private static final long THE_ENDPOINT = 1;

    private final VpnCore core;
    private final @Nullable EndpointConfig endpoint;
    /** A table of one endpoint: it answers in the same time however many filters there are. */
    private final RoutingTable filters = new RoutingTable();

    /** @param endpoint null if it is gone */
    ReplaySelection(VpnCore core, @Nullable EndpointConfig endpoint, List<TopicFilter> filters) {
        this.core = core;
        this.endpoint = endpoint;
        this.filters.addTopicEndpoint(THE_ENDPOINT, filters);
    }

    /** Reads the message only if there is a selector; blocks for the database then. */
    boolean selects(MessageSlot slot) {
        return !filters.match(TopicName.of(slot.topic())).isEmpty() && isKept(slot);
    }

    /** One that can't be read is for its consumer to find out about. */
    private boolean isKept(MessageSlot slot) {
        EndpointConfig on = endpoint;
        if (on == null || on.settings().selector().isBlank()) {
            return true;
        }
        try {
            StoredContent stored = core.reader().read(slot.msgId());
            return stored == null || core.directory().keeps(on, MessageCodec.decode(stored.content()));
        } catch (StoreUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "replayed message " + slot.msgId() + " is damaged", e);
            return true;
        }
    }
}
