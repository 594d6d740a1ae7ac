package io.reprise.broker.engine.commit;

import io.reprise.broker.engine.endpoint.ReplayLogConfig;
import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.model.topic.TopicName;
import org.jspecify.annotations.Nullable;

/**
 * Which topics a replay log takes. Of more than a few filters it makes a table, which answers in the same time however many they are.
 * The committer's.
 */
final class LogFilter {
    private static final int FEW = 8;
    private static final long THE_LOG = 1;

    private @Nullable ReplayLogConfig tableOf;
    private RoutingTable table = new RoutingTable();

    boolean takes(ReplayLogConfig log, TopicName topic) {
        boolean byTable =
                log.settings().topicFilterEnabled() && log.filters().filters().size() > FEW;
        return byTable
                ? log.settings().ingressEnabled() && table(log).match(topic).size() > 0
                : log.takes(topic);
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
