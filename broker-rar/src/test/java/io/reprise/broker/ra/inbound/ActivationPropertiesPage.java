package io.reprise.broker.ra.inbound;

/** The page on activation properties, made from their declaration. */
final class ActivationPropertiesPage {
    private ActivationPropertiesPage() {}

    static String text() {
        StringBuilder page = new StringBuilder("""
                # Activation properties

                Produced from `ActivationProperty`; do not edit. Bad or contradictory values fail the deployment; the effective ones are in
                the server's log. Unknown names are dropped by WildFly with a warning.

                | name | allowed | default | also called | |
                |---|---|---|---|---|
                """);
        for (ActivationProperty property : ActivationProperty.values()) {
            page.append("| `")
                    .append(property.key())
                    .append("` | ")
                    .append(property.allowed())
                    .append(" | ")
                    .append(property.defaultText())
                    .append(" | ")
                    .append(String.join(", ", property.aliases()))
                    .append(" | ")
                    .append(property.text())
                    .append(" |\n");
        }
        return page.toString();
    }
}
