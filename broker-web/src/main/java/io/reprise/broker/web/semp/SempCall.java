package io.reprise.broker.web.semp;

import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One call of the management API: what its envelope repeats, and where its links begin.
 *
 * @param method of HTTP
 * @param uri as requested
 */
public record SempCall(String method, UriInfo uri) {
    String requestUri() {
        return uri.getRequestUri().toString();
    }

    /** Of the query. */
    public MultivaluedMap<String, String> parameters() {
        return uri.getQueryParameters();
    }

    /**
     * For a call that takes none.
     *
     * @throws io.reprise.broker.model.error.BrokerException INVALID_PARAMETER if there is one
     */
    public void requireNoParameters() {
        Problems problems = new Problems();
        QueryParameters.read(parameters(), Set.of(), problems);
        problems.throwIfAny();
    }

    /** The address of an object: segments are names, encoded here, a {@code /} in them too. */
    public String link(String... segments) {
        String base = uri.getBaseUri().toString();
        return (base.endsWith("/") ? base : base + "/") + "SEMP/v2/"
                + Arrays.stream(segments).map(SempCall::encode).collect(Collectors.joining("/"));
    }

    /** The links of an object: its own address as {@code uri}, that of each collection below it as {@code <collection>Uri}. */
    public Map<String, String> links(List<String> collections, String... segments) {
        return links(link(segments), collections);
    }

    /** The same of an object whose address is known. */
    public static Map<String, String> links(String own, List<String> collections) {
        Map<String, String> links = new LinkedHashMap<>();
        links.put("uri", own);
        collections.forEach(collection -> links.put(collection + "Uri", own + "/" + collection));
        return links;
    }

    /** A name as one segment of a path. */
    public String segment(String name) {
        return encode(name);
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
