package io.reprise.broker.engine.endpoint;

import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.model.topic.TopicName;
import org.jspecify.annotations.Nullable;

/**
 * Which topics a replay log takes. Its filters are a table of one endpoint, which answers in the same time however many they are: a walk
 * along them costs as much for one, and a thousand times that for a thousand. Not thread-safe: the committer's.
 */
public final class LogFilter {
    private static final long THE_LOG = 1;

    private @Nullable ReplayLogConfig tableOf;
    private RoutingTable table = new RoutingTable();

    /** Whether a message published to this topic now is put into the log, if there is room [spec 2.1]. */
    public boolean takes(ReplayLogConfig log, TopicName topic) {
        return log.settings().ingressEnabled()
                && (!log.settings().topicFilterEnabled()
                        || !table(log).match(topic).isEmpty());
    }

    private RoutingTable table(ReplayLogConfig log) {
        if (log != tableOf) {
            table = new RoutingTable();
            table.addTopicEndpoint(THE_LOG, log.filters().filters());
            tableOf = log;
        }
        return table;
    }
}
