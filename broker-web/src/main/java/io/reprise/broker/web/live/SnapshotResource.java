package io.reprise.broker.web.live;

import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.security.Callers;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Deletes the snapshot of a subject (spec 3.1, 3.3); 200 means durably, whether there was one or not. */
@Path("rest/snapshot")
public final class SnapshotResource {
    private final BrokerSource source;

    public SnapshotResource(BrokerSource source) {
        this.source = source;
    }

    @DELETE
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response delete(@Context UriInfo uri, @Context HttpServletRequest request) {
        SubjectQuery query = SubjectQuery.ofOne(uri.getQueryParameters(), Set.of());
        Optional<TopicName> subject = query.subject();
        query.problems().throwIfAny();
        boolean deleted = Callers.vpn(source, query.vpn(), request).live().deleteSnapshot(subject.orElseThrow());
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("subject", query.subjectText());
        answer.put("deleted", deleted);
        return Response.ok(JsonText.writeObject(answer), MediaType.APPLICATION_JSON_TYPE)
                .build();
    }
}
