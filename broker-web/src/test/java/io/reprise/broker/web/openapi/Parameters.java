package io.reprise.broker.web.openapi;

import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.List;

/** Parameters of the query and headers, those declared that several operations take. Stateless. */
final class Parameters {
    private Parameters() {}

    static Parameter query(String name, Schema<?> schema, String text) {
        return new Parameter().in("query").name(name).schema(schema).description(text);
    }

    static Parameter header(String name, Schema<?> schema, String text) {
        return new Parameter().in("header").name(name).schema(schema).description(text);
    }

    /** The same, given in the document's example. */
    static Parameter example(Parameter parameter, Object value) {
        return parameter.example(value);
    }

    static Parameter required(Parameter parameter) {
        return parameter.required(true);
    }

    static Schema<?> text() {
        return new StringSchema();
    }

    static Schema<?> text(String byDefault) {
        StringSchema schema = new StringSchema();
        schema.setDefault(byDefault);
        return schema;
    }

    static Schema<?> words(String byDefault, String... words) {
        StringSchema schema = new StringSchema();
        schema.setEnum(List.of(words));
        schema.setDefault(byDefault);
        return schema;
    }

    static Schema<?> flag(boolean byDefault) {
        BooleanSchema schema = new BooleanSchema();
        schema.setDefault(byDefault);
        return schema;
    }

    static Schema<?> whole(long from, long to, long byDefault) {
        IntegerSchema schema = (IntegerSchema) Fields.whole(from, to);
        schema.setDefault(byDefault);
        return schema;
    }

    static Parameter select() {
        return query(
                "select",
                text(),
                "Which attributes the answer has: names joined by commas; * stands for any characters, a leading - leaves out.");
    }

    static List<Parameter> ofLists() {
        return List.of(
                query("count", whole(1, 100, 10), "How many objects a page has at most."),
                query("cursor", text(), "Where the page begins: from meta.paging.cursorQuery of the page before."),
                query(
                        "where",
                        text(),
                        "Comparisons joined by commas, all of which must hold: an attribute, one of == != < > <= >=, a value; in"
                                + " texts * stands for any characters."),
                select());
    }

    /**
     * The conditions of a call.
     *
     * @param versioned whether the object has an {@code ETag}
     */
    static List<Parameter> conditions(String verb, boolean versioned) {
        String meant = verb.equals("GET") ? "that is asked for" : "that is meant";
        String known = verb.equals("GET") ? "304 if it is still one of these" : "refused (412) if it is one of these";
        String creates = verb.equals("PUT") ? " With * an object is created only, not replaced." : "";
        return List.of(
                header(
                        "If-Match",
                        text(),
                        versioned
                                ? "ETags of the version " + meant + ", or * for any; refused (412) if it is another."
                                : "* alone is true: it exists and has no ETag; refused (412) otherwise."),
                header(
                        "If-None-Match",
                        text(),
                        versioned
                                ? "ETags of versions, or * for any: " + known + "." + creates
                                : "* for that it does not exist; of ETags it has none." + creates));
    }

    /** Of the paths under /rest about subjects. */
    static List<Parameter> ofSubjects() {
        return List.of(
                query("vpn", text("default"), "The VPN."),
                query("token", text(), "A bearer credential, for those who can't set a header."));
    }

    static Parameter subject() {
        return required(query("subject", text(), "The subject, absolute: /Stocks/NYSE/IBM.")
                .example("/Stocks/NYSE/IBM"));
    }
}
