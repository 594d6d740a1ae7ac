package io.reprise.broker.web.management;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.management.EndpointMessages;
import io.reprise.broker.model.management.MessageView;
import io.reprise.broker.web.semp.Columns;
import io.reprise.broker.web.semp.Listing;
import io.reprise.broker.web.semp.Row;
import java.util.List;
import java.util.function.Function;

/** The messages of an endpoint, in the order of their ids, which are their names. */
record MessageListing(EndpointMessages messages, Columns columns, Function<MessageView, Row> toRow) implements Listing {
    @Override
    public Piece after(String afterName, int limit) {
        long afterMsgId = afterName.isEmpty() ? 0 : msgId(afterName);
        List<MessageView> views = messages.after(afterMsgId, limit);
        String lastName =
                views.isEmpty() ? "" : Long.toString(views.get(views.size() - 1).msgId());
        return new Piece(views.stream().map(toRow).toList(), lastName, views.size() < limit);
    }

    @Override
    public int total() {
        return (int) Math.min(messages.count(), Integer.MAX_VALUE);
    }

    /** @throws BrokerException {@code INVALID_PARAMETER} if it is none */
    static long msgId(String text) {
        if (!text.matches("[0-9]{1,18}")) {
            throw BrokerException.refused(ErrorCode.INVALID_PARAMETER, "msgId", "'" + text + "'", "a number");
        }
        return Long.parseLong(text);
    }
}
