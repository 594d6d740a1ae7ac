package io.reprise.broker.model.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.documentation.MarkdownTable;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Events and alarms, and the page about them (spec 5.6). */
class EventsDocumentTest {
    @Test
    void documentIsCurrent() {
        MarkdownTable alarms = new MarkdownTable("Alarm", "Of", "Meaning", "What to do");
        for (AlarmCode code : AlarmCode.values()) {
            alarms.row("`" + code.slug() + "`", code.of(), code.text(), code.whatToDo());
        }
        MarkdownTable events = new MarkdownTable("Event", "Meaning");
        for (EventCode code : EventCode.values()) {
            events.row("`" + code.slug() + "`", code.text());
        }
        CheckedInDocument.named("events.md").mustBe("""
                # Events and alarms

                Produced from `EventCode` and `AlarmCode`; do not edit. They are of this server's memory: a restart begins anew.

                ## Alarms

                A condition that somebody should end. It is under `monitor/msgVpns/{vpn}/alarms` with the time since when it holds and, for
                the last hundred, when it ended; two log lines `[alarm <name>]`; and the gauge `reprise_alarms{vpn,alarm}`, how many hold.

                """ + alarms + """

                        ## Events

                        Something that happened: a log line `[event <name>]` and the counter `reprise_events_total{vpn,event}`.

                        """ + events);
    }

    @Test
    void anAlarmKeepsItsBeginningAndIsListedAfterItsEnd() {
        Alarms alarms = new Alarms();
        alarms.set(AlarmCode.MESSAGES_HELD, "v", Map.of("queue 'q'", "1"), Instant.ofEpochSecond(1));
        alarms.set(AlarmCode.MESSAGES_HELD, "v", Map.of("queue 'q'", "2"), Instant.ofEpochSecond(2));
        assertThat(alarms.holding(AlarmCode.MESSAGES_HELD, "v")).isEqualTo(1);

        alarms.set(AlarmCode.MESSAGES_HELD, "v", Map.of(), Instant.ofEpochSecond(3));

        assertThat(alarms.holding(AlarmCode.MESSAGES_HELD, "v")).isZero();
        assertThat(alarms.list("v"))
                .containsExactly(new AlarmView(
                        AlarmCode.MESSAGES_HELD,
                        "v",
                        "queue 'q'",
                        "2",
                        Instant.ofEpochSecond(1),
                        Optional.of(Instant.ofEpochSecond(3))));
        assertThat(alarms.list("other")).isEmpty();
    }
}
