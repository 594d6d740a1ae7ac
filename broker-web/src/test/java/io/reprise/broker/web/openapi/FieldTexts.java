package io.reprise.broker.web.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the attributes mean that are not settings: from the Javadoc of the records that hold the figures, and from {@code
 * field-texts.properties}, which goes first.
 */
final class FieldTexts {
    private static final Path MODEL =
            Path.of("..", "broker-model", "src", "main", "java", "io", "reprise", "broker", "model");
    private static final Path WEB = Path.of("src", "main", "java", "io", "reprise", "broker", "web");

    /** The records with figures, by the schemas that show them. */
    private static final Map<String, List<Path>> RECORDS = Map.of(
            "MonitorMsgVpn",
            List.of(MODEL.resolve("management/VpnStatistics.java"), MODEL.resolve("live/LiveStatistics.java")),
            "MonitorMsgVpnQueue",
            List.of(MODEL.resolve("management/EndpointStatistics.java"), WEB.resolve("management/ReplayFigures.java")),
            "MonitorMsgVpnTopicEndpoint",
            List.of(MODEL.resolve("management/EndpointStatistics.java"), WEB.resolve("management/ReplayFigures.java")),
            "MonitorMsgVpnRestDeliveryPoint",
            List.of(MODEL.resolve("management/PushStatistics.java")),
            "MonitorMsgVpnRestDeliveryPointRestConsumer",
            List.of(MODEL.resolve("management/PushStatistics.java")),
            "MonitorMsgVpnRestDeliveryPointQueueBinding",
            List.of(MODEL.resolve("management/PushStatistics.java")));

    private static final Pattern PARAMETER =
            Pattern.compile("\\* @param (\\w+) (.*?)(?=\\n \\* @param|\\n \\*/)", Pattern.DOTALL);
    private static final Map<String, String> TEXTS = read();

    private FieldTexts() {}

    static String of(String schema, String attribute) {
        String own = TEXTS.get(schema + "." + attribute);
        String text = own == null ? TEXTS.get(attribute) : own;
        if (text == null) {
            throw new AssertionError(
                    "attribute " + attribute + " of " + schema
                            + " has no description: add a line to field-texts.properties beside FieldTexts, or its record to RECORDS there");
        }
        return text;
    }

    private static Map<String, String> read() {
        Map<String, String> texts = new HashMap<>();
        try {
            for (Map.Entry<String, List<Path>> records : RECORDS.entrySet()) {
                for (Path file : records.getValue()) {
                    Matcher parameter = PARAMETER.matcher(Files.readString(file));
                    while (parameter.find()) {
                        texts.put(records.getKey() + "." + parameter.group(1), sentence(parameter.group(2)));
                    }
                }
            }
            Properties more = new Properties();
            try (InputStream file = FieldTexts.class.getResourceAsStream("field-texts.properties")) {
                more.load(Objects.requireNonNull(file));
            }
            more.forEach((name, text) -> texts.put(name.toString(), text.toString()));
            return texts;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String sentence(String javadoc) {
        String text = javadoc.replaceAll("\\s*\\n \\*\\s*", " ")
                .replaceAll("\\{@\\w+ ([^}]*)}", "$1")
                .trim();
        return Segment.capitalised(text) + (text.endsWith(".") ? "" : ".");
    }
}
