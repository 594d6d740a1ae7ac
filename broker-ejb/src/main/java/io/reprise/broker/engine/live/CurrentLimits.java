package io.reprise.broker.engine.live;

import io.reprise.broker.model.management.VpnSettings;
import java.util.function.Supplier;

/** The limits of the settings as they are at the moment, worked out when these change. Any thread. */
final class CurrentLimits implements Supplier<LiveLimits> {
    private final Supplier<VpnSettings> settings;
    private volatile Known known;

    private record Known(VpnSettings settings, LiveLimits limits) {
        static Known of(VpnSettings settings) {
            return new Known(settings, LiveLimits.of(settings));
        }
    }

    CurrentLimits(Supplier<VpnSettings> settings) {
        this.settings = settings;
        this.known = Known.of(settings.get());
    }

    @Override
    public LiveLimits get() {
        VpnSettings now = settings.get();
        Known last = known;
        if (last.settings() != now) {
            last = Known.of(now);
            known = last;
        }
        return last.limits();
    }
}
