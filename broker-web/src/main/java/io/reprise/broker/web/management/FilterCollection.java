package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.topic.TopicFilter;
import io.reprise.broker.web.condition.Preconditions;
import io.reprise.broker.web.json.JsonText;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.ListQuery;
import io.reprise.broker.web.semp.ObjectQuery;
import io.reprise.broker.web.semp.Row;
import io.reprise.broker.web.semp.SempAnswers;
import io.reprise.broker.web.semp.SempCall;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The topic filters of one object, each an object of its own in the management API, with nothing that could be changed (spec 1.3, 5.1).
 * Made for one call.
 */
final class FilterCollection {
    private final SempCall call;
    private final Function<String, Preconditions> conditions;
    private final Owner owner;

    /** @param conditions what the call says of the version of a subject */
    FilterCollection(SempCall call, Function<String, Preconditions> conditions, Owner owner) {
        this.call = call;
        this.conditions = conditions;
        this.owner = owner;
    }

    /** Whose filters they are. */
    interface Owner {
        /** For people, e.g. {@code queue 'q' of VPN 'default'}. */
        String subject();

        /** What a filter is called, for people. */
        String filterWord();

        /** The attributes that name it, in order. */
        Map<String, String> names();

        /** The attribute that holds a filter. */
        String attribute();

        /**
         * What it has now.
         *
         * @throws BrokerException {@code NOT_FOUND} if it does not exist
         */
        List<TopicFilter> filters();

        /** @throws BrokerException {@code NOT_FOUND}, {@code ALREADY_EXISTS}, {@code NOT_ALLOWED} */
        void add(TopicFilter filter);

        /** @throws BrokerException {@code NOT_FOUND} */
        void remove(TopicFilter filter);

        /** The address of the collection. */
        String uri();

        /** Its own address, by the link's name. */
        Map.Entry<String, String> link();
    }

    Response list() {
        return ListQuery.answer(call, new FilterListing(owner.filters(), columns(), this::row));
    }

    Response read(String text) {
        ObjectQuery query = ObjectQuery.read(call, columns());
        TopicFilter filter = existing(text);
        Response unchanged = preconditions(filter).unchangedUnversioned();
        return unchanged == null ? query.answer(row(filter)).build() : unchanged;
    }

    Response create(InputStream json) {
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call, columns(), problems);
        ConfigBody body = body(json, problems);
        String text = body.required(owner.attribute(), "a topic filter", TopicFilter::of);
        body.refuseRest(owner.filterWord());
        problems.throwIfAny();
        TopicFilter filter = TopicFilter.of(text);
        owner.add(filter);
        return query.answer(row(filter)).build();
    }

    Response createIfAbsent(String text, InputStream json) {
        Problems problems = new Problems();
        ObjectQuery query = ObjectQuery.read(call, columns(), problems);
        body(json, problems).requireSame(owner.attribute(), text).refuseRest(owner.filterWord());
        problems.check(() -> TopicFilter.of(text));
        problems.throwIfAny();
        addIfAbsent(TopicFilter.of(text));
        return query.answer(row(TopicFilter.of(text))).build();
    }

    /** There is nothing to change. */
    BrokerException changeRefused(String text) {
        return new BrokerException(
                ErrorCode.NOT_ALLOWED,
                owner.filterWord() + " '" + existing(text)
                        + "': has no attribute to change; allowed: DELETE it and POST another");
    }

    Response delete(String text) {
        call.requireNoParameters();
        preconditions(existing(text)).requireUnversioned();
        owner.remove(TopicFilter.of(text));
        return SempAnswers.done(call);
    }

    private Preconditions preconditions(TopicFilter filter) {
        return conditions.apply(owner.filterWord() + " '" + filter.text() + "' of " + owner.subject());
    }

    private void addIfAbsent(TopicFilter filter) {
        if (owner.filters().contains(filter)) {
            preconditions(filter).requireUnversioned();
            return;
        }
        preconditions(filter).requireMissing();
        try {
            owner.add(filter);
        } catch (BrokerException refusal) {
            if (refusal.code() != ErrorCode.ALREADY_EXISTS) {
                throw refusal;
            }
            preconditions(filter).requireUnversioned();
        }
    }

    private TopicFilter existing(String text) {
        return owner.filters().stream()
                .filter(filter -> filter.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new BrokerException(
                        ErrorCode.NOT_FOUND,
                        owner.filterWord() + " '" + text + "' of " + owner.subject() + " does not exist"));
    }

    private ConfigBody body(InputStream json, Problems problems) {
        ConfigBody body = new ConfigBody(JsonText.readObject(json), problems);
        owner.names().forEach(body::requireSame);
        return body;
    }

    private Columns columns() {
        Columns columns = Columns.none();
        for (String name : owner.names().keySet()) {
            columns = columns.and(name, String.class);
        }
        return columns.and(owner.attribute(), String.class);
    }

    private Row row(TopicFilter filter) {
        Map<String, Object> attributes = new LinkedHashMap<>(owner.names());
        attributes.put(owner.attribute(), filter.text());
        Map<String, String> links = new LinkedHashMap<>();
        links.put("uri", owner.uri() + "/" + call.segment(filter.text()));
        links.put(owner.link().getKey(), owner.link().getValue());
        return new Row(filter.text(), attributes, links);
    }
}
