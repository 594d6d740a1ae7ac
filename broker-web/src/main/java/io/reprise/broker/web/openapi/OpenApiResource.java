package io.reprise.broker.web.openapi;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * The OpenAPI document of this API (spec 5.1), for everybody who is authenticated ({@code web.xml}). It is {@code docs/openapi.json},
 * which a test holds against the resources.
 */
@Path("openapi.json")
public final class OpenApiResource {
    @GET
    @PermitAll
    public Response document() throws IOException {
        try (InputStream document = OpenApiResource.class.getResourceAsStream("openapi.json")) {
            byte[] bytes = Objects.requireNonNull(document, "not packaged").readAllBytes();
            return Response.ok(bytes, MediaType.APPLICATION_JSON_TYPE).build();
        }
    }
}
