package io.reprise.broker.web.management;

import io.reprise.broker.model.endpoint.EndpointName;
import io.reprise.broker.model.endpoint.EndpointSettings;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.settings.InvalidSettingsException;
import io.reprise.broker.web.request.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON object that describes an endpoint: who it is, and settings. Everything wrong with it goes to {@link Problems}. */
final class EndpointBody {
    private final EndpointCall call;
    private final Problems problems;
    private final Map<String, @Nullable Object> settings;
    private final @Nullable Object name;

    EndpointBody(EndpointCall call, Map<String, @Nullable Object> body, Problems problems) {
        this.call = call;
        this.problems = problems;
        this.settings = new LinkedHashMap<>(body);
        this.name = settings.remove(nameAttribute());
        requireSame(EndpointCollection.VPN_NAME, settings.remove(EndpointCollection.VPN_NAME), call.vpn());
    }

    /** The name of an endpoint to be created by POST: must be there, and one that may be created. */
    String nameOfNew() {
        if (name instanceof String text) {
            problems.check(() -> EndpointName.ofNew(text));
            return text;
        }
        if (name == null) {
            problems.add(
                    ErrorCode.MISSING_PARAMETER,
                    nameAttribute() + " is missing; allowed: the name of the new "
                            + call.kind().text());
        } else {
            problems.refuse(nameAttribute(), String.valueOf(name), "text");
        }
        return "";
    }

    /** Where the path has the name, the body may only repeat it. */
    EndpointBody requireNameOfPath() {
        requireSame(nameAttribute(), name, call.name());
        return this;
    }

    /** The settings that the body makes of those. */
    EndpointSettings applyTo(EndpointSettings base) {
        try {
            return base.with(settings);
        } catch (InvalidSettingsException refused) {
            refused.problems().forEach(problem -> problems.add(problem.code(), problem.text()));
            return base;
        }
    }

    private String nameAttribute() {
        return call.collection().nameAttribute();
    }

    private void requireSame(String attribute, @Nullable Object value, String expected) {
        if (value != null && !value.equals(expected)) {
            problems.refuse(attribute, "'" + value + "'", "'" + expected + "', as in the path, or absent");
        }
    }
}
