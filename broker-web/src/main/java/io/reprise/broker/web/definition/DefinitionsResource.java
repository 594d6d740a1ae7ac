package io.reprise.broker.web.definition;

import io.reprise.broker.model.definition.Definitions;
import io.reprise.broker.model.definition.DefinitionsDocument;
import io.reprise.broker.model.definition.DefinitionsReader;
import io.reprise.broker.model.definition.ImportPlan;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.vpn.Broker;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.security.Roles;
import io.reprise.broker.web.semp.SempAnswers;
import io.reprise.broker.web.semp.SempCall;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response read(@Context UriInfo uri, @Context Request request) {
        Broker broker = source.broker();
        return answer(uri, request, () -> broker.definitions().export(broker.vpnNames()));
    }

    @GET
    @Path(OF_VPN)
    @RolesAllowed({Roles.ADMIN, Roles.OPERATOR, Roles.MONITOR})
    public Response readVpn(@PathParam("vpn") String vpn, @Context UriInfo uri, @Context Request request) {
        return answer(uri, request, () -> source.broker().definitions().export(List.of(vpn)));
    }

    private static Response answer(UriInfo uri, Request request, Supplier<Definitions> definitions) {
        new SempCall(request.getMethod(), uri).requireNoParameters();
        byte[] document = DefinitionsText.document(definitions.get());
        Response.ResponseBuilder unchanged = request.evaluatePreconditions(DefinitionsText.tag(document));
        Response.ResponseBuilder answer = unchanged == null ? Response.ok(document) : unchanged;
        return answer.tag(DefinitionsText.tag(document))
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }

    @PUT
    @Path(OF_ALL)
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(Roles.ADMIN)
    public Response replace(
            @Context UriInfo uri,
            @Context Request request,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            InputStream json) {
        Broker broker = source.broker();
        return done(
                uri,
                request,
                json,
                document -> {},
                () -> ifMatch == null
                        ? Optional.empty()
                        : Optional.of(requireUnchanged(request, broker, broker.vpnNames())));
    }

    /** The document has this VPN and no other; if there is none it is made. */
    @PUT
    @Path(OF_VPN)
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(Roles.ADMIN)
    public Response replaceVpn(
            @PathParam("vpn") String vpn,
            @Context UriInfo uri,
            @Context Request request,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            InputStream json) {
        Broker broker = source.broker();
        return done(
                uri,
                request,
                json,
                document -> requireOnly(vpn, document),
                () -> ifMatch == null
                        ? Optional.empty()
                        : Optional.of(requireUnchanged(request, broker, List.of(vpn))));
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

    private static Definitions requireUnchanged(Request request, Broker broker, List<String> vpns) {
        Definitions now = broker.definitions().export(vpns);
        if (request.evaluatePreconditions(DefinitionsText.tag(DefinitionsText.document(now))) != null) {
            throw new BrokerException(
                    ErrorCode.VERSION_CONFLICT,
                    "the definitions are others than the request's " + HttpHeaders.IF_MATCH + " allows");
        }
        return now;
    }

    private Response done(
            UriInfo uri,
            Request request,
            InputStream json,
            Consumer<DefinitionsDocument> check,
            Supplier<Optional<Definitions>> expected) {
        Problems problems = new Problems();
        ImportQuery query = ImportQuery.read(uri.getQueryParameters(), problems);
        DefinitionsDocument document =
                DefinitionsReader.read(JsonText.readBytes(json, Definitions.MAX_BYTES), "the request's body");
        problems.check(() -> check.accept(document));
        problems.throwIfAny();
        ImportPlan plan = source.broker().definitions().importDocument(document, query.options(expected.get()));
        if (!query.dryRun()) {
            plan.problems().forEach(problem -> problems.add(problem.code(), problem.text()));
            problems.throwIfAny();
        }
        return SempAnswers.done(new SempCall(request.getMethod(), uri), DefinitionsText.plan(plan));
    }
}
