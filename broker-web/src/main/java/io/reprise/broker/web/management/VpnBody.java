package io.reprise.broker.web.management;

import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.settings.InvalidSettingsException;
import io.reprise.broker.model.vpn.VpnName;
import io.reprise.broker.web.request.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON object that describes a VPN: its name, and settings. Everything wrong with it goes to {@link Problems}. */
final class VpnBody {
    private final Problems problems;
    private final Map<String, @Nullable Object> settings;
    private final @Nullable Object name;

    VpnBody(Map<String, @Nullable Object> body, Problems problems) {
        this.problems = problems;
        this.settings = new LinkedHashMap<>(body);
        this.name = settings.remove(EndpointCollection.VPN_NAME);
    }

    /** The name of a VPN to be created by POST: must be there, and be one. */
    String nameOfNew() {
        if (name instanceof String text) {
            problems.check(() -> VpnName.of(text));
            return text;
        }
        if (name == null) {
            problems.add(
                    ErrorCode.MISSING_PARAMETER,
                    EndpointCollection.VPN_NAME + " is missing; allowed: the name of the new VPN");
        } else {
            problems.refuse(EndpointCollection.VPN_NAME, String.valueOf(name), "text");
        }
        return "";
    }

    /** Where the path has the name, the body may only repeat it. */
    VpnBody requireNameOfPath(String expected) {
        if (name != null && !name.equals(expected)) {
            problems.refuse(
                    EndpointCollection.VPN_NAME, "'" + name + "'", "'" + expected + "', as in the path, or absent");
        }
        return this;
    }

    /** The settings that the body makes of those. */
    VpnSettings applyTo(VpnSettings base) {
        try {
            return base.with(settings);
        } catch (InvalidSettingsException refused) {
            refused.problems().forEach(problem -> problems.add(problem.code(), problem.text()));
            return base;
        }
    }
}
