package io.reprise.broker.engine.endpoint;

import io.reprise.broker.engine.store.SettingsJson;
import io.reprise.broker.model.management.ReplayLogSettings;
import io.reprise.broker.model.management.ReplayLogView;
import io.reprise.broker.model.store.ReplayLogEntity;
import io.reprise.broker.model.store.ReplayLogFilterEntity;
import io.reprise.broker.model.topic.FilterSet;
import io.reprise.broker.model.topic.TopicFilter;
import java.util.Collection;
import java.util.List;

/**
 * A VPN's replay log as configured. Immutable.
 *
 * @param version rises with every change
 * @param createdMillis when it was created, milliseconds of the epoch
 * @param filters sorted by text; they count while {@code topicFilterEnabled}
 */
public record ReplayLogConfig(
        String name, ReplayLogSettings settings, long version, long createdMillis, FilterSet filters) {
    static ReplayLogConfig of(ReplayLogEntity row, Collection<TopicFilter> filters) {
        return new ReplayLogConfig(
                row.name(), SettingsJson.readReplayLog(row.settings()), row.version(), row.created(), sorted(filters));
    }

    private static FilterSet sorted(Collection<TopicFilter> filters) {
        return new FilterSet(filters.stream().sorted().toList());
    }

    public ReplayLogConfig withSettings(ReplayLogSettings changed) {
        return new ReplayLogConfig(name, changed, version + 1, createdMillis, filters);
    }

    public ReplayLogConfig withFilters(Collection<TopicFilter> changed) {
        return new ReplayLogConfig(name, settings, version + 1, createdMillis, sorted(changed));
    }

    public ReplayLogView view() {
        return new ReplayLogView(name, settings, version, createdMillis, filters.filters());
    }

    /** As stored. */
    public ReplayLogEntity row(String vpn) {
        return new ReplayLogEntity(vpn, name, SettingsJson.write(settings), version, createdMillis);
    }

    /** Its filters as stored. */
    public List<ReplayLogFilterEntity> filterRows(String vpn) {
        return filters.filters().stream()
                .map(filter -> new ReplayLogFilterEntity(vpn, filter.text()))
                .toList();
    }

    /** For messages to people: {@code replay log 'all'}. */
    public String label() {
        return label(name);
    }

    public static String label(String name) {
        return "replay log '" + name + "'";
    }
}
