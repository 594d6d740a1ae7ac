package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.message.ReplicationGroupMsgId;
import io.reprise.broker.model.replay.LoggedMessage;
import io.reprise.broker.model.replay.ReplayLog;
import io.reprise.broker.model.replay.ReplayTime;
import io.reprise.broker.web.request.BodyFields;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The messages of the replay log in one direction; their names are their ids, so that trimming disturbs no page (spec 2.1). */
record LoggedMessageListing(ReplayLog log, LoggedMessageRows rows, Order order) implements Listing {
    private static final String ORDER = "order";
    private static final String FROM_TIME = "fromTime";
    private static final String FROM_MSG = "fromMsg";

    /** What a caller may say beside what every list takes. */
    static final Set<String> PARAMETERS = Set.of(ORDER, FROM_TIME, FROM_MSG);

    /**
     * In which direction, and from where the first page begins.
     *
     * @param falling the newest first
     * @param time from there; with {@code falling} what was taken in before it
     * @param msgId from there, that message included
     */
    record Order(boolean falling, Optional<Instant> time, Optional<Long> msgId) {
        /**
         * Reads the parameters; what is wrong with them goes to {@code problems}.
         *
         * @param origin of the VPN's messages
         */
        static Order read(QueryParameters parameters, long origin, InstantSource clock, Problems problems) {
            String order = parameters.get(ORDER);
            if (order != null && !order.equals("asc") && !order.equals("desc")) {
                problems.refuse("parameter " + ORDER, "'" + order + "'", "asc, desc");
            }
            String time = parameters.get(FROM_TIME);
            String message = parameters.get(FROM_MSG);
            if (time != null && message != null) {
                problems.refuse("parameters " + FROM_TIME + " and " + FROM_MSG, "both", "one of the two");
            }
            return new Order(
                    "desc".equals(order),
                    Optional.ofNullable(time).flatMap(text -> time(text, clock, problems)),
                    Optional.ofNullable(message).flatMap(text -> msgId(text, origin, problems)));
        }

        private static Optional<Instant> time(String text, InstantSource clock, Problems problems) {
            try {
                return Optional.of(
                        ReplayTime.parse("parameter " + FROM_TIME, text).at(clock));
            } catch (BrokerException malformed) {
                problems.add(malformed);
                return Optional.empty();
            }
        }

        private static Optional<Long> msgId(String text, long origin, Problems problems) {
            try {
                ReplicationGroupMsgId id = ReplicationGroupMsgId.parse(text);
                if (id.origin() == origin) {
                    return Optional.of(id.msgId());
                }
                problems.refuse("parameter " + FROM_MSG, "'" + text + "'", "the id of a message of this VPN");
            } catch (BrokerException malformed) {
                problems.refuse("parameter " + FROM_MSG, "'" + text + "'", BodyFields.MESSAGE_ID);
            }
            return Optional.empty();
        }
    }

    @Override
    public Columns columns() {
        return rows.columns();
    }

    @Override
    public Columns searchable() {
        return LoggedMessageRows.heads();
    }

    @Override
    public Piece after(String afterName, int limit) {
        List<LoggedMessage> messages =
                afterName.isEmpty() ? first(limit) : next(MessageListing.msgId(afterName), limit);
        String lastName = messages.isEmpty()
                ? ""
                : Long.toString(messages.get(messages.size() - 1).msgId());
        return new Piece(messages.stream().map(rows::row).toList(), lastName, messages.size() < limit);
    }

    private List<LoggedMessage> next(long msgId, int limit) {
        return order.falling() ? log.before(msgId, limit) : log.after(msgId, limit);
    }

    private List<LoggedMessage> first(int limit) {
        if (order.time().isPresent()) {
            long earlier = log.beforeTime(order.time().get());
            return next(order.falling() ? earlier + 1 : earlier, limit);
        }
        long beginning = order.falling() ? Long.MAX_VALUE : 0;
        return next(
                order.msgId()
                        .map(msgId -> order.falling() ? msgId + 1 : msgId - 1)
                        .orElse(beginning),
                limit);
    }

    @Override
    public Row complete(Row row) {
        return rows.complete(row);
    }

    @Override
    public int total() {
        return (int) Math.min(log.status().messages(), Integer.MAX_VALUE);
    }

    /** There may be millions. */
    @Override
    public boolean countsMatching() {
        return false;
    }
}
