package io.reprise.broker.web.semp;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.web.request.Problems;
import io.reprise.broker.web.request.QueryParameters;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a caller may say about a list: {@code count}, {@code cursor}, {@code where}, {@code select} (spec 5.1). Immutable. */
public final class ListQuery {
    private static final Set<String> KNOWN = Set.of("count", "cursor", "where", "select");
    private static final int DEFAULT_COUNT = 10;
    private static final int MAX_COUNT = 100;
    private static final int PIECE = 200;

    private final SempCall call;
    private final QueryParameters parameters;
    private final int count;
    private final String afterName;
    private final Where where;
    private final Select select;

    private final Set<String> own;
    private final Listing listing;

    private ListQuery(SempCall call, Set<String> own, Opener opener, Problems problems) {
        this.call = call;
        this.own = own;
        Set<String> known = new TreeSet<>(KNOWN);
        known.addAll(own);
        this.parameters = QueryParameters.read(call.parameters(), known, problems);
        this.listing = opener.open(parameters, problems);
        this.count = readCount(parameters.get("count"), problems);
        this.afterName = readCursor(parameters.get("cursor"), problems);
        String whereText = parameters.get("where");
        this.where = whereText == null ? Where.EVERYTHING : Where.read(whereText, listing.searchable(), problems);
        String selectText = parameters.get("select");
        this.select = selectText == null
                ? Select.everything(listing.columns())
                : Select.read(selectText, listing.columns(), problems);
    }

    /** Opens a collection as its own parameters say; what is wrong with them goes to the problems. */
    public interface Opener {
        Listing open(QueryParameters parameters, Problems problems);
    }

    /** The page of the collection that the query asks for. */
    public static Response answer(SempCall call, Listing listing) {
        return answer(call, Set.of(), (parameters, problems) -> listing);
    }

    /**
     * The same of a collection that takes parameters of its own.
     *
     * @param own their names
     */
    public static Response answer(SempCall call, Set<String> own, Opener opener) {
        Problems problems = new Problems();
        ListQuery query = new ListQuery(call, own, opener, problems);
        problems.throwIfAny();
        return query.page();
    }

    private static int readCount(@Nullable String text, Problems problems) {
        if (text == null) {
            return DEFAULT_COUNT;
        }
        if (text.matches("[0-9]{1,3}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= MAX_COUNT) {
            return Integer.parseInt(text);
        }
        problems.refuse("parameter count", "'" + text + "'", "1–" + MAX_COUNT);
        return DEFAULT_COUNT;
    }

    private static String readCursor(@Nullable String text, Problems problems) {
        String name = text == null ? "" : Cursor.read(text);
        if (name == null) {
            problems.refuse("parameter cursor", "'" + text + "'", "one that an answer gave under meta.paging");
            return "";
        }
        return name;
    }

    private Response page() {
        List<Row> page = new ArrayList<>();
        boolean more = collect(page);
        Map<String, Object> meta = new LinkedHashMap<>();
        if (where.isEverything() || listing.countsMatching()) {
            meta.put("count", where.isEverything() ? listing.total() : countMatching());
        }
        if (more) {
            meta.put("paging", paging(page.get(page.size() - 1).name()));
        }
        List<Map<String, Object>> data =
                page.stream().map(row -> select.of(shown(row).attributes())).toList();
        List<Map<String, String>> links = page.stream().map(Row::links).toList();
        return SempAnswers.ok(SempEnvelope.success(call, data, links, meta)).build();
    }

    private Row shown(Row row) {
        boolean isThere = listing.searchable().names().containsAll(select.names());
        return isThere ? row : completed(row);
    }

    /** One that is damaged is shown without what can't be read: it hides neither itself nor the others [LOG.md L11]. */
    private Row completed(Row row) {
        try {
            return listing.complete(row);
        } catch (BrokerException unreadable) {
            if (unreadable.code() == ErrorCode.CORRUPT_BODY) {
                return row;
            }
            throw unreadable;
        }
    }

    /** Fills the page; whether there is a matching object after it. */
    private boolean collect(List<Row> page) {
        String last = afterName;
        while (true) {
            Listing.Piece piece = listing.after(last, where.isEverything() ? count + 1 : PIECE);
            for (Row row : piece.rows()) {
                if (where.matches(row.attributes())) {
                    if (page.size() == count) {
                        return true;
                    }
                    page.add(row);
                }
            }
            if (piece.atEnd()) {
                return false;
            }
            last = piece.lastName();
        }
    }

    private int countMatching() {
        int matching = 0;
        Listing.Piece piece = listing.after("", PIECE);
        while (true) {
            matching += (int) piece.rows().stream()
                    .filter(row -> where.matches(row.attributes()))
                    .count();
            if (piece.atEnd()) {
                return matching;
            }
            piece = listing.after(piece.lastName(), PIECE);
        }
    }

    private Map<String, Object> paging(String lastName) {
        StringBuilder query = new StringBuilder("cursor=" + Cursor.after(lastName) + "&count=" + count);
        Set<String> repeated = new TreeSet<>(own);
        repeated.addAll(Set.of("where", "select"));
        for (String name : repeated) {
            String text = parameters.get(name);
            if (text != null) {
                query.append('&').append(name).append('=').append(SempCall.encode(text));
            }
        }
        Map<String, Object> paging = new LinkedHashMap<>();
        paging.put("cursorQuery", query.toString());
        paging.put("nextPageUri", call.uri().getAbsolutePath() + "?" + query);
        return paging;
    }
}
