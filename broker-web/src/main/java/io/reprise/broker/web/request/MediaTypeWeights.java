package io.reprise.broker.web.request;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses media types with a weight that is none ({@code text/plain;q="}), before a resource is looked for: RESTEasy takes that for a
 * fault of its own. Stateless.
 */
@PreMatching
public final class MediaTypeWeights implements ContainerRequestFilter {
    private static final List<String> HEADERS = List.of(HttpHeaders.ACCEPT, HttpHeaders.CONTENT_TYPE);
    private static final Pattern PARAMETER = Pattern.compile(";\\s*qs?\\s*=([^;,]*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern WEIGHT = Pattern.compile("\\s*(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)\\s*");

    /** @throws BrokerException INVALID_PARAMETER */
    @Override
    public void filter(ContainerRequestContext request) {
        for (String header : HEADERS) {
            String value = request.getHeaderString(header);
            for (Matcher weight = PARAMETER.matcher(value == null ? "" : value); weight.find(); ) {
                if (!WEIGHT.matcher(weight.group(1)).matches()) {
                    throw BrokerException.refused(
                            ErrorCode.INVALID_PARAMETER, "header " + header, "'" + value + "'", "q from 0 to 1");
                }
            }
        }
    }
}
