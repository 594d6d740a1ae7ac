package io.reprise.broker.web.semp;

import io.reprise.broker.model.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;

/** What every answer of the management API lies in: {@code data}, {@code links}, {@code meta} (spec 5.1). Stateless. */
public final class SempEnvelope {
    private SempEnvelope() {}

    /** The envelope of a refusal. */
    public static Map<String, Object> error(String method, String uri, ErrorCode code, int status, String text) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", code.semp().code());
        error.put("description", text);
        error.put("status", code.semp().name());
        Map<String, Object> meta = meta(method, uri, status);
        meta.put("error", error);
        return new LinkedHashMap<>(Map.of("meta", meta));
    }

    static Map<String, Object> meta(String method, String uri, int status) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("method", method);
        request.put("uri", uri);
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("request", request);
        meta.put("responseCode", status);
        return meta;
    }

    static Map<String, Object> success(SempCall call, Object data, Object links, Map<String, Object> more) {
        Map<String, Object> meta = meta(call.method(), call.requestUri(), 200);
        meta.putAll(more);
        Map<String, Object> envelope = new LinkedHashMap<>();
        envelope.put("data", data);
        envelope.put("links", links);
        envelope.put("meta", meta);
        return envelope;
    }
}
