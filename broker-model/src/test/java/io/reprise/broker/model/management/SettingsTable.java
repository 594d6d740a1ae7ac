package io.reprise.broker.model.management;

import io.reprise.broker.model.documentation.MarkdownTable;
import io.reprise.broker.model.settings.Attribute;
import io.reprise.broker.model.settings.AttributeList;

/** The attributes of one kind of object as the table of their page under {@code docs/}. */
final class SettingsTable {
    private SettingsTable() {}

    static MarkdownTable of(AttributeList attributes) {
        MarkdownTable table = new MarkdownTable("Attribute", "Allowed", "Default", "Meaning");
        attributes
                .all()
                .forEach(attribute -> table.row(
                        "`" + attribute.name() + "`",
                        attribute.allowed(),
                        "`" + defaultOf(attribute) + "`",
                        attribute.text()));
        return table;
    }

    private static <T> Object defaultOf(Attribute<T> attribute) {
        return attribute.write(attribute.defaultValue());
    }
}
