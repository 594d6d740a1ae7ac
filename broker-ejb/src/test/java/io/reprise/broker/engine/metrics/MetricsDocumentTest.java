package io.reprise.broker.engine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.engine.commit.CommitListener;
import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.documentation.MarkdownTable;
import io.reprise.broker.model.error.ErrorCode;
import io.reprise.broker.model.live.LiveStatistics;
import io.reprise.broker.model.management.Alarms;
import io.reprise.broker.model.management.Events;
import io.reprise.broker.model.management.PushFigures;
import io.reprise.broker.model.management.VpnStatistics;
import io.reprise.broker.model.replay.ReplayLogStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The page of metrics is what is written when somebody scrapes. */
class MetricsDocumentTest {
    private static final VpnStatistics NOTHING = new VpnStatistics(
            "ACTIVE", 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0);

    private static String scraped() throws IOException {
        EngineMetrics metrics = new EngineMetrics();
        metrics.clockRefused(each -> each.accept("default", true));
        metrics.waitingOperations(each -> each.accept("default", 3));
        metrics.alarmsAndEvents(() -> List.of("default"), new Alarms(), new Events());
        metrics.readFrom(each -> each.accept("default", NOTHING));
        metrics.replayLogsFrom(each -> each.accept(
                "default",
                new ReplayLogFigures(new ReplayLogStatus(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 1_000_000)));
        metrics.rejectionsFrom(each -> each.accept("default", Map.of(ErrorCode.BACK_PRESSURE, 2L)));
        metrics.databaseHistory(() -> 7);
        metrics.pushesFrom(each -> each.accept("default", List.of(new PushFigures().now())));
        metrics.liveFrom(each -> each.accept("default", LiveStatistics.NONE));
        CommitListener listener = metrics.commitListener("default");
        listener.committed(1_000_000, 1, 1, 1_000);
        listener.answered(1_500_000);
        listener.delivered(3);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        metrics.write(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void anAlarmThatHoldsIsOne() throws IOException {
        assertThat(scraped()).contains("reprise_clock_refused{vpn=\"default\"} 1.0");
    }

    @Test
    void thePageIsWhatIsScraped() throws IOException {
        Map<String, String> helps = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        scraped().lines().filter(line -> line.startsWith("# ")).forEach(line -> {
            String[] words = line.split(" ", 4);
            (words[1].equals("HELP") ? helps : types).put(words[2], words[3]);
        });
        MarkdownTable table = new MarkdownTable("Metric", "Type", "Meaning");
        helps.entrySet().stream()
                .filter(help -> !help.getKey().endsWith("_created"))
                .forEach(help -> table.row(
                        "`" + help.getKey() + "`", String.valueOf(types.get(help.getKey())), help.getValue()));

        CheckedInDocument.named("metrics.md").mustBe("""
                        # Metrics of the engine

                        Produced from what the engine registers; do not edit. Prometheus text at `/reprise/metrics`, in base units, each with the
                        label `vpn` but for the database's, alarms, events and refusals with their name, never with topics or queues.

                        """ + table);
    }
}
