package io.reprise.broker.it.bench;

import java.util.Locale;
import java.util.Map;

/** What delivers to the beans: one of the server's two brokers, or nothing but the server's own machinery. */
enum Peer {
    REPRISE("java:/jms/RepriseConnectionFactory", "broker-ear.ear#broker-rar.rar"),
    ARTEMIS("java:/JmsXA", "activemq-ra.rar"),
    /** An adapter without a broker; its application sends nothing. */
    MACHINERY("java:/JmsXA", MachineryArchive.NAME);

    private final String connectionFactory;
    private final String adapter;

    Peer(String connectionFactory, String adapter) {
        this.connectionFactory = connectionFactory;
        this.adapter = adapter;
    }

    /** For people, and in names. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The file name of its application. */
    String application() {
        return "bench-" + label() + ".war";
    }

    /** The JNDI name of the managed connection factory its senders use. */
    String connectionFactory() {
        return connectionFactory;
    }

    /** The name of its resource adapter. */
    String adapter() {
        return adapter;
    }

    /** The activation properties of its bean on a queue. */
    Map<String, String> activation(String queue, int sessions) {
        return switch (this) {
            case REPRISE ->
                Map.of(
                        "destinationType",
                        "jakarta.jms.Queue",
                        "destination",
                        queue,
                        "maxSession",
                        String.valueOf(sessions));
            case ARTEMIS ->
                Map.of(
                        "destinationType",
                        "jakarta.jms.Queue",
                        "destinationLookup",
                        ArtemisSetup.jndiName(queue),
                        "maxSession",
                        String.valueOf(sessions));
            case MACHINERY -> Map.of("sessions", String.valueOf(sessions));
        };
    }
}
