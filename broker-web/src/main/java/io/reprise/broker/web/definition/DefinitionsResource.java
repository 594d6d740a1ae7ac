package io.reprise.broker.web.definition;

import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.condition.Conditional;
import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.SempAnswers;
import io.reprise.broker.web.semp.SempCall;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * All that is configured, of every VPN or of one, as one document (spec 5.3). GET answers with the document itself, which PUT takes:
 * planned as a whole, and done only if nothing is wrong with any of it.
 */
@Path("SEMP/v2")
@Produces(MediaType.APPLICATION_JSON)
public final class DefinitionsResource {
    private static final String OF_ALL = "config/definitions";
    private static final String OF_VPN = "config/msgVpns/{vpn}/definitions";

    private final BrokerSource source;

    public DefinitionsResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @Path(OF_ALL)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@Context UriInfo uri, @Context Request request, @Context HttpHeaders headers) {
        Broker broker = source.broker();
        return answer(
                new SempCall(request.getMethod(), uri),
                conditions(headers),
                () -> broker.definitions().export(broker.vpnNames()));
    }

    @GET
    @Path(OF_VPN)
    @Conditional
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response readVpn(
            @PathParam("vpn") String vpn,
            @Context UriInfo uri,
            @Context Request request,
            @Context HttpHeaders headers) {
        return answer(
                new SempCall(request.getMethod(), uri),
                conditions(headers),
                () -> source.broker().definitions().export(List.of(vpn)));
    }

    private static Preconditions conditions(HttpHeaders headers) {
        return new Preconditions(headers, "the document of the definitions");
    }

    private static Response answer(SempCall call, Preconditions conditions, Supplier<Definitions> definitions) {
        call.requireNoParameters();
        byte[] document = DefinitionsText.document(definitions.get());
        EntityTag version = DefinitionsText.tag(document);
        Response unchanged = conditions.unchanged(version);
        Response.ResponseBuilder answer =
                unchanged == null ? Response.ok(document).tag(version) : Response.fromResponse(unchanged);
        return answer.header(HttpHeaders.CACHE_CONTROL, "no-store").build();
    }

    @PUT
    @Path(OF_ALL)
    @Conditional
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(Roles.ADMIN)
    public Response replace(
            @Context UriInfo uri, @Context Request request, @Context HttpHeaders headers, InputStream json) {
        return imported(
                new SempCall(request.getMethod(), uri), conditions(headers), json, document -> {}, Broker::vpnNames);
    }

    /** The document has this VPN and no other; if there is none it is made. */
    @PUT
    @Path(OF_VPN)
    @Conditional
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(Roles.ADMIN)
    public Response replaceVpn(
            @PathParam("vpn") String vpn,
            @Context UriInfo uri,
            @Context Request request,
            @Context HttpHeaders headers,
            InputStream json) {
        return imported(
                new SempCall(request.getMethod(), uri),
                conditions(headers),
                json,
                document -> requireOnly(vpn, document),
                broker -> List.of(vpn));
    }

    private static void requireOnly(String vpn, DefinitionsDocument document) {
        List<String> named = document.readable().vpns().stream()
                .map(each -> "'" + each.name() + "'")
                .toList();
        if (document.problems().isEmpty() && !named.equals(List.of("'" + vpn + "'"))) {
            throw BrokerException.refused(
                    ErrorCode.INVALID_PARAMETER, "VPNs of the document", named, "'" + vpn + "' alone, as in the path");
        }
    }

    /** What the document is imported on top of: of these VPNs those that are there; empty if the caller says nothing of it. */
    private static Optional<Definitions> expected(Preconditions conditions, Broker broker, List<String> vpns) {
        if (!conditions.given()) {
            return Optional.empty();
        }
        List<String> there = broker.vpnNames();
        Definitions now = broker.definitions()
                .export(vpns.stream().filter(there::contains).toList());
        if (now.vpns().isEmpty()) {
            conditions.requireMissing();
        } else {
            conditions.require(DefinitionsText.tag(DefinitionsText.document(now)));
        }
        return Optional.of(now);
    }

    /** @param vpns that the document replaces the definitions of */
    private Response imported(
            SempCall call,
            Preconditions conditions,
            InputStream json,
            Consumer<DefinitionsDocument> check,
            Function<Broker, List<String>> vpns) {
        Broker broker = source.broker();
        Problems problems = new Problems();
        ImportQuery query = ImportQuery.read(call.parameters(), problems);
        DefinitionsDocument document =
                DefinitionsReader.read(JsonText.readBytes(json, Definitions.MAX_BYTES), "the request's body");
        problems.check(() -> check.accept(document));
        problems.throwIfAny();
        Optional<Definitions> expected = expected(conditions, broker, vpns.apply(broker));
        ImportPlan plan = broker.definitions().importDocument(document, query.options(expected));
        if (!query.dryRun()) {
            plan.problems().forEach(problem -> problems.add(problem.code(), problem.text()));
            problems.throwIfAny();
        }
        return SempAnswers.done(call, DefinitionsText.plan(plan));
    }
}
