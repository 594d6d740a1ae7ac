package io.reprise.broker.web.openapi;

import io.reprise.broker.model.error.ErrorCode;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the OpenAPI document says of one resource method beside what its annotations say. In texts and in names of schemas
 * {@code {Endpoint}}, {@code {endpoint}} and the like stand for what a path names, see {@link Words}. Filled while the tables of
 * descriptions are.
 */
final class Description {
    private final String method;
    private final String summary;
    private final Map<String, List<String>> words = new LinkedHashMap<>();
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<ErrorCode> errors = new ArrayList<>();
    private final List<List<String>> excluded = new ArrayList<>();
    private List<String> roles = List.of();
    private String id = "";
    private @Nullable Body body;
    private Answer answer = new Done();
    private boolean versioned;
    private int status = 200;

    /** What a method answers. */
    sealed interface Answer {}

    /** The envelope alone. */
    record Done() implements Answer {}

    /** The envelope with an object. */
    record OfObject(String schema, boolean selectable) implements Answer {}

    /** The envelope with a page of a list. */
    record OfList(String schema) implements Answer {}

    /** Something else than the envelope. */
    record Plain(String mediaType, Schema<?> schema, String text, String example) implements Answer {}

    /**
     * What a method takes.
     *
     * @param example in which ' stands for a quotation mark
     */
    record Body(String mediaType, String schema, String example) {}

    private Description(String method, String summary) {
        this.method = method;
        this.summary = summary;
    }

    /**
     * Of a resource's method.
     *
     * @param method class and method, e.g. {@code ConfigVpns.list}
     * @param summary one sentence
     */
    static Description of(String method, String summary) {
        return new Description(method, summary);
    }

    /** The words that a variable of the path may be, where its template does not say so. */
    Description words(String variable, String... allowed) {
        words.put(variable, List.of(allowed));
        return this;
    }

    /** Answers with a page of such objects, and takes what every list takes. */
    Description list(String schema) {
        answer = new OfList(schema);
        return this;
    }

    /** Answers with such an object, and takes {@code select}. */
    Description object(String schema) {
        answer = new OfObject(schema, true);
        return this;
    }

    /** Answers with what an action tells. */
    Description tells(String schema) {
        answer = new OfObject(schema, false);
        return this;
    }

    /** Answers with something that is not in the envelope. */
    Description plain(String mediaType, Schema<?> schema, String text, String example) {
        answer = new Plain(mediaType, schema, text, example);
        return this;
    }

    /** Takes JSON of that schema. */
    Description takes(String schema, String example) {
        body = new Body("application/json", schema, example);
        return this;
    }

    /** Takes a body that is no JSON of ours. */
    Description takesPayload(String mediaType, String example) {
        body = new Body(mediaType, "", example);
        return this;
    }

    /** Takes these in the query or the headers. */
    Description with(List<Parameter> more) {
        parameters.addAll(more);
        return this;
    }

    /** The object has an {@code ETag}. */
    Description versioned() {
        versioned = true;
        return this;
    }

    /** May be refused so, beside what every operation of its kind may be. */
    Description refuses(ErrorCode... more) {
        errors.addAll(List.of(more));
        return this;
    }

    /** Answers with that status; 204 is an answer without a body. */
    Description status(int other) {
        status = other;
        return this;
    }

    /** There is no such operation where the path has all these words. */
    Description butNot(String... together) {
        excluded.add(List.of(together));
        return this;
    }

    /** Its name, where it is neither SEMP's nor the method's own. */
    Description id(String own) {
        id = own;
        return this;
    }

    /** Who may, where the method looks itself. */
    Description roles(String... allowed) {
        roles = List.of(allowed);
        return this;
    }

    String method() {
        return method;
    }

    String id() {
        return id;
    }

    boolean excludes(Collection<String> wordsOfThePath) {
        return excluded.stream().anyMatch(wordsOfThePath::containsAll);
    }

    String summary() {
        return summary;
    }

    Map<String, List<String>> words() {
        return words;
    }

    List<Parameter> parameters() {
        return parameters;
    }

    List<ErrorCode> errors() {
        return errors;
    }

    List<String> roles() {
        return roles;
    }

    int status() {
        return status;
    }

    @Nullable
    Body body() {
        return body;
    }

    Answer answer() {
        return answer;
    }

    boolean isVersioned() {
        return versioned;
    }
}
