package io.reprise.broker.web.cloudevents;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.Locale;

/** Whether a request carries an event in structured mode [CloudEvents HTTP binding 1.0.2 §3]. Stateless. */
public final class EventMode {
    /** The one format of structured events that is taken. */
    public static final String STRUCTURED_TYPE = "application/cloudevents+json";

    private EventMode() {}

    /** By its content type; batches and other formats are none that is taken. */
    public static boolean isStructured(MultivaluedMap<String, String> headers) {
        String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        if (type == null) {
            return false;
        }
        try {
            MediaType media = MediaType.valueOf(type);
            String charset = media.getParameters().getOrDefault(MediaType.CHARSET_PARAMETER, "utf-8");
            return STRUCTURED_TYPE.equals((media.getType() + "/" + media.getSubtype()).toLowerCase(Locale.ROOT))
                    && charset.equalsIgnoreCase("utf-8");
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
