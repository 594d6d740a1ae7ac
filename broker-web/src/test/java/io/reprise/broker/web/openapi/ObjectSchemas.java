package io.reprise.broker.web.openapi;

import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeType;
import io.reprise.broker.web.management.ManagedObjects;
import io.reprise.broker.web.management.ManagedObjects.ManagedObject;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The schemas of the management API's objects, from what their resources declare. A setting's default is told in words: as {@code
 * default} it would be wrong for PATCH, and for answers that {@code select} has made smaller. Stateless.
 */
final class ObjectSchemas {
    private ObjectSchemas() {}

    static Map<String, Schema<?>> all() {
        Map<String, Schema<?>> schemas = new LinkedHashMap<>();
        ManagedObjects.bySchema().forEach((name, object) -> schemas.put(name, schema(name, object)));
        return schemas;
    }

    private static Schema<?> schema(String name, ManagedObject object) {
        Schema<?> schema = new ObjectSchema();
        object.columns()
                .types()
                .forEach((attribute, type) -> schema.addProperty(attribute, field(name, object, attribute, type)));
        if (!name.startsWith("Monitor")) {
            object.settings().stream()
                    .filter(Attribute::isSecret)
                    .forEach(secret ->
                            schema.addProperty(secret.name(), ofSetting(secret).writeOnly(true)));
        }
        return schema;
    }

    private static Schema<?> field(String schema, ManagedObject object, String attribute, Class<?> type) {
        Optional<Attribute<?>> setting = object.settings().stream()
                .filter(declared -> declared.name().equals(attribute))
                .findFirst();
        return setting.<Schema<?>>map(ObjectSchemas::ofSetting)
                .orElseGet(() -> ofType(type).description(FieldTexts.of(schema, attribute)));
    }

    private static Schema<?> ofSetting(Attribute<?> setting) {
        return limited(setting.type())
                .description(
                        setting.text() + " Allowed: " + setting.allowed() + ". Default: " + defaultText(setting) + ".");
    }

    private static <T> String defaultText(Attribute<T> setting) {
        Object value = setting.write(setting.defaultValue());
        return value.equals("") ? "empty" : value.toString();
    }

    private static Schema<?> limited(AttributeType<?> type) {
        if (type instanceof AttributeType.Flag) {
            return new BooleanSchema();
        }
        if (type instanceof AttributeType.Whole whole) {
            return Fields.whole(whole.min(), whole.max());
        }
        if (type instanceof AttributeType.Text text) {
            return new StringSchema().maxLength(text.maxCharacters());
        }
        if (type instanceof AttributeType.Choice<?> choice) {
            return new StringSchema()
                    ._enum(Arrays.stream(choice.type().getEnumConstants())
                            .map(value -> word(choice, value))
                            .toList());
        }
        return type.allowed().startsWith("none, ") ? new Schema<>() : new StringSchema();
    }

    @SuppressWarnings("unchecked") // the constants are of the choice's own enum
    private static <E extends Enum<E>> String word(AttributeType.Choice<E> choice, Enum<?> value) {
        return choice.word().apply((E) value);
    }

    private static Schema<?> ofType(Class<?> type) {
        if (type == Boolean.class) {
            return new BooleanSchema();
        }
        if (type == Long.class) {
            return new IntegerSchema().format("int64");
        }
        if (type == Map.class) {
            return new ObjectSchema().additionalProperties(new Schema<>());
        }
        return type == String.class ? new StringSchema() : new Schema<>();
    }
}
