package io.reprise.broker.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.topic.FilterSet;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a replay log takes by its settings [spec 2.1]. */
class LogFilterTest {
    private static final Map<String, Object> ON = Map.of("ingressEnabled", true, "topicFilterEnabled", true);

    private final LogFilter filter = new LogFilter();

    private static ReplayLogConfig log(Map<String, ?> settings, String... filters) {
        return ReplayLogConfig.of(
                        new ReplayLogEntity("v", "all", "{}", 3, 17),
                        Stream.of(filters).map(TopicFilter::of).toList())
                .withSettings(ReplayLogSettings.DEFAULTS.with(settings));
    }

    private boolean takes(ReplayLogConfig log, String topic) {
        return filter.takes(log, TopicName.of(topic));
    }

    @Test
    void takesNothingWhileItsIngressIsOff() {
        assertThat(takes(log(Map.of()), "a")).isFalse();
        assertThat(takes(log(Map.of("ingressEnabled", true)), "a")).isTrue();
    }

    @Test
    void itsFiltersCountOnlyWhileTheyAreSwitchedOn() {
        assertThat(takes(log(Map.of("ingressEnabled", true), "a/>"), "b")).isTrue();
        assertThat(takes(log(ON, "a/>", "!a/secret"), "a/b")).isTrue();
        assertThat(takes(log(ON, "a/>", "!a/secret"), "a/secret")).isFalse();
        assertThat(takes(log(ON, "a/>"), "b")).isFalse();
        assertThat(takes(log(ON), "a")).isFalse();
        assertThat(takes(log(ON, "!b"), "a")).isFalse();
    }

    /** Also what is sent to a queue, which is taken only by a filter that names such topics. */
    @Test
    void saysWhatAWalkAlongTheFiltersSays() {
        Random random = new Random(1);
        List<String> levels = List.of("a", "b", "*", "c*", "ca", "#P2P", "QUE");
        for (int run = 0; run < 300; run++) {
            List<TopicFilter> filters = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                filters.add(TopicFilter.of((random.nextInt(4) == 0 ? "!" : "")
                        + text(levels, random)
                        + (random.nextInt(3) == 0 ? "/>" : "")));
            }
            ReplayLogConfig log = log(ON).withFilters(filters);
            for (int i = 0; i < 30; i++) {
                String topic = text(List.of("a", "b", "ca", "c"), random);
                for (String each : List.of(topic, "#P2P/QUE/" + topic.replace('/', '-'))) {
                    assertThat(takes(log, each))
                            .as("%s by %s", each, filters)
                            .isEqualTo(FilterSet.of(filters).attracts(TopicName.of(each)));
                }
            }
        }
    }

    private static String text(List<String> levels, Random random) {
        StringBuilder text = new StringBuilder(levels.get(random.nextInt(levels.size())));
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append('/').append(levels.get(random.nextInt(levels.size())));
        }
        return text.toString();
    }
}
