package io.reprise.broker.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.routing.RoutingTable;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReplayLogConfigTest {
    private static ReplayLogConfig log(Map<String, ?> settings, String... filters) {
        return ReplayLogConfig.of(
                        new ReplayLogEntity("v", "all", "{}", 3, 17),
                        Stream.of(filters).map(TopicFilter::of).toList())
                .withSettings(ReplayLogSettings.DEFAULTS.with(settings));
    }

    @Test
    void comesBackFromItsRowsWhateverTheirOrder() {
        ReplayLogConfig log = log(Map.of("ingressEnabled", true, "maxSpoolUsage", 5), "b", "!a", "a");
        List<Object> rows = new ArrayList<>(List.of(log.row("v")));
        rows.addAll(log.filterRows("v"));
        EndpointDirectory directory = new EndpointDirectory();

        EndpointEntities.load(rows, directory, new RoutingTable());

        assertThat(directory.replayLog()).isEqualTo(log);
        assertThat(log.version()).isEqualTo(4);
        assertThat(log.view().filters()).extracting(TopicFilter::text).containsExactly("!a", "a", "b");
    }
}
