package io.reprise.broker.web.openapi;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.math.BigDecimal;
import java.util.List;

/** An object's schema, field by field. One thread. */
final class Fields {
    static final String REFERENCE = "#/components/schemas/";

    private final Schema<?> schema = new ObjectSchema();

    static Fields of(String text) {
        Fields fields = new Fields();
        fields.schema.setDescription(text);
        return fields;
    }

    static Schema<?> reference(String name) {
        return new Schema<>().$ref(REFERENCE + name);
    }

    static Schema<?> whole(long from, long to) {
        return new IntegerSchema()
                .format("int64")
                .minimum(BigDecimal.valueOf(from))
                .maximum(BigDecimal.valueOf(to));
    }

    Fields text(String name, String description) {
        return add(name, new StringSchema(), description);
    }

    Fields oneOf(String name, String description, String... words) {
        return add(name, new StringSchema()._enum(List.of(words)), description);
    }

    Fields flag(String name, String description) {
        return add(name, new BooleanSchema(), description);
    }

    Fields number(String name, String description) {
        return add(name, new IntegerSchema().format("int64"), description);
    }

    Fields number(String name, String description, long from, long to) {
        return add(name, whole(from, to), description);
    }

    Fields object(String name, String schemaName) {
        schema.addProperty(name, reference(schemaName));
        return this;
    }

    Fields list(String name, String schemaName, String description) {
        return add(name, new ArraySchema().items(reference(schemaName)), description);
    }

    Fields add(String name, Schema<?> field, String description) {
        schema.addProperty(name, field.description(description));
        return this;
    }

    Fields required(String... names) {
        schema.setRequired(List.of(names));
        return this;
    }

    Schema<?> schema() {
        return schema;
    }
}
