package io.reprise.broker.web.live;

import io.reprise.broker.model.live.LiveMessageType;
import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.live.LiveStart;
import io.reprise.broker.model.live.LiveSubjects;
import io.reprise.broker.model.live.SubjectPosition;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.model.topic.TopicName;
import io.reprise.broker.web.broker.BrokerSource;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.security.Callers;
import io.reprise.broker.web.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gives what a subject holds now: its snapshot, its newest messages, or what came after a position (spec 3.3). */
@Path("rest/consume")
public final class ConsumeResource {
    private static final Set<String> PARAMETERS = Set.of("history", "epoch", "seq");

    private final BrokerSource source;

    public ConsumeResource(BrokerSource source) {
        this.source = source;
    }

    @GET
    @RolesAllowed({Roles.ADMIN, Roles.CLIENT})
    public Response consume(@Context UriInfo uri, @Context HttpServletRequest request) {
        SubjectQuery query = SubjectQuery.ofOne(uri.getQueryParameters(), PARAMETERS);
        Optional<TopicName> subject = query.subject();
        LiveStart start = start(query);
        Optional<TopicFilter> filter = start instanceof LiveStart.Snapshot
                ? Optional.empty()
                : subject.flatMap(name -> query.checked(() -> SubjectText.filterOfOne(name)));
        query.problems().throwIfAny();
        LiveSubjects live = Callers.vpn(source, query.vpn(), request).live();
        SubjectContent content = filter.isEmpty()
                ? snapshot(live, subject.orElseThrow())
                : new ContentReader(live).read(LiveRequest.of(List.of(filter.get()), start, "GET /rest/consume"));
        return response(content.toJson(query.subjectText()));
    }

    private static LiveStart start(SubjectQuery query) {
        Optional<Long> history = query.number("history", Integer.MAX_VALUE);
        Optional<SubjectPosition> position = query.position();
        if (history.isPresent() && position.isPresent()) {
            query.problems().refuse("parameters history and epoch", "both", "one of them");
        }
        if (position.isPresent()) {
            return new LiveStart.AfterPosition(position.get());
        }
        return history.filter(newest -> newest > 0)
                .<LiveStart>map(newest -> new LiveStart.History(newest.intValue()))
                .orElseGet(LiveStart.Snapshot::new);
    }

    private static SubjectContent snapshot(LiveSubjects live, TopicName subject) {
        SubjectContent content = new SubjectContent();
        live.snapshot(subject).ifPresent(message -> content.add(LiveMessageType.SNAPSHOT, message));
        return content;
    }

    private static Response response(Map<String, Object> answer) {
        return Response.ok(JsonText.writeObject(answer), MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }
}
