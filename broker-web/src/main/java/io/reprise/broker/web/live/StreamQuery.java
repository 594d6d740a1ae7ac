package io.reprise.broker.web.live;

import io.reprise.broker.model.live.LiveRequest;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.web.broker.BrokerSource;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a request asks a stream for (spec 3.4). Immutable.
 *
 * @param origin of the VPN's message ids
 */
record StreamQuery(String vpn, long origin, List<TopicFilter> filters, StreamStart start, Duration conflation) {
    /** Of one request, and of one WebSocket. */
    static final int MAX_SUBJECTS = 100;

    static final long MAX_CONFLATION_MILLIS = 3_600_000;

    private static final Set<String> PARAMETERS = Set.of("history", "conflate");

    /** @throws io.reprise.broker.model.error.BrokerException if it is refused */
    static StreamQuery read(HttpServletRequest request, BrokerSource source) {
        SubjectQuery query = SubjectQuery.ofSeveral(parameters(request), PARAMETERS);
        List<String> subjects = query.subjects();
        List<TopicFilter> filters = subjects.stream()
                .flatMap(text -> query.checked(() -> SubjectText.filter(text)).stream())
                .toList();
        if (subjects.size() > MAX_SUBJECTS) {
            query.problems().refuse("parameter subject", subjects.size() + " times", "1–" + MAX_SUBJECTS + " times");
        }
        long history = query.number("history", Integer.MAX_VALUE).orElse(0L);
        long conflationMillis = query.number("conflate", MAX_CONFLATION_MILLIS).orElse(0L);
        Optional<ReplicationGroupMsgId> last = lastEventId(request, query);
        query.problems().throwIfAny();
        long origin = source.broker().administration(query.vpn()).vpn().origin();
        StreamStart start =
                last.map(position -> StreamStart.after(position, origin)).orElseGet(() -> StreamStart.history(history));
        return new StreamQuery(query.vpn(), origin, filters, start, Duration.ofMillis(conflationMillis));
    }

    /** A browser repeats the address when it comes again, its {@code history} too: where it was counts. */
    private static Optional<ReplicationGroupMsgId> lastEventId(HttpServletRequest request, SubjectQuery query) {
        String text = request.getHeader("Last-Event-ID");
        return text == null || text.isEmpty()
                ? Optional.empty()
                : query.checked(() -> ReplicationGroupMsgId.parse(text));
    }

    private static MultivaluedMap<String, String> parameters(HttpServletRequest request) {
        MultivaluedMap<String, String> parameters = new MultivaluedHashMap<>();
        request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
        return parameters;
    }

    LiveRequest request(String clientName) {
        return new LiveRequest(
                filters,
                start.start(),
                conflation,
                LiveRequest.DEFAULT_BUFFER_MESSAGES,
                LiveRequest.DEFAULT_BUFFER_BYTES,
                clientName);
    }
}
