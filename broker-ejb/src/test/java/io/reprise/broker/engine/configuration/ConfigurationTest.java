package io.reprise.broker.engine.configuration;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.engine.store.DatabaseOptions;
import io.reprise.broker.engine.vpn.EngineSettings;
import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.documentation.MarkdownTable;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** STYLE 8: what may be set is declared once, and read once with all problems together. */
class ConfigurationTest {
    @Test
    void unsetValuesAreTheDeclaredDefaults() {
        Configuration configuration = Configuration.read(new Properties());

        for (Key key : EngineKeys.ALL) {
            assertThat(configuration.number(key)).isEqualTo(key.defaultValue());
        }
        assertThat(EngineSettings.defaults("n").publishTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(DatabaseOptions.defaults().ownerSilence()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void setValuesReachWhatTheySetInTheirUnits() {
        Configuration configuration = Configuration.read(Map.ofEntries(
                entry("reprise.engine.publishTimeout", "1500"),
                entry("reprise.engine.intakeSize", " 2048 "),
                entry("reprise.engine.cacheSize", "3"),
                entry("reprise.engine.checkpointInterval", "50"),
                entry("reprise.engine.dutyInterval", "700"),
                entry("reprise.engine.leastMarkAge", "2"),
                entry("reprise.engine.forcedMarkAge", "9"),
                entry("reprise.engine.promotionSize", "4096"),
                entry("reprise.engine.replayLogWait", "300"),
                entry("reprise.engine.snapshotFlushInterval", "400"),
                entry("reprise.engine.liveOwnerWait", "0"),
                entry("reprise.engine.ownerSilence", "4"),
                entry("reprise.engine.answerTimeout", "9000"),
                entry("reprise.engine.idleTransaction", "6")));

        assertThat(EngineSettings.from(configuration, "n"))
                .isEqualTo(new EngineSettings(
                        "n",
                        Duration.ofMillis(1_500),
                        2_048,
                        4_096,
                        3 << 20,
                        Duration.ofMillis(50),
                        Duration.ofMillis(700),
                        Duration.ofMillis(2),
                        Duration.ofMillis(9),
                        Duration.ofMillis(300),
                        Duration.ofMillis(400)));
        assertThat(DatabaseOptions.from(configuration))
                .isEqualTo(new DatabaseOptions(
                        Duration.ZERO, Duration.ofSeconds(4), Duration.ofSeconds(9), Duration.ofSeconds(6)));
    }

    @Test
    void everyProblemIsNamedAtOnceWithValueAndWhatIsAllowed() {
        Map<String, String> wrong = Map.of(
                "reprise.engine.publishTimeout", "soon",
                "reprise.engine.intakeSize", "1",
                "reprise.engine.cachesize", "5",
                "reprise.engine.ownerSilence", "10");

        assertThatThrownBy(() -> Configuration.read(wrong))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageContaining("reprise.engine.publishTimeout=soon, allowed: 1–600000 ms")
                .hasMessageContaining("reprise.engine.intakeSize=1, allowed: 1024–1048576 KiB")
                .hasMessageContaining("reprise.engine.cachesize is no setting of the engine")
                .hasMessageNotContaining("ownerSilence");
    }

    @Test
    void theEdgesAreAllowedAndBeyondThemNothingIs() {
        for (Key key : EngineKeys.ALL) {
            for (long value : new long[] {key.min(), key.max()}) {
                assertThat(Configuration.read(Map.of(key.name(), value)).number(key))
                        .isEqualTo(value);
            }
            for (long value : new long[] {key.min() - 1, key.max() + 1}) {
                assertThatThrownBy(() -> Configuration.read(Map.of(key.name(), value)))
                        .hasMessageContaining(key.name() + "=" + value);
            }
        }
    }

    @Test
    void othersPropertiesAreNotItsBusiness() {
        assertThat(Configuration.read(Map.of("reprise.db.url", "x", "java.version", "17"))
                        .number(EngineKeys.DUTY_INTERVAL))
                .isEqualTo(1_000);
    }

    @Test
    void textsAreOneOfTheirWordsOrAnything() {
        Configuration set = Configuration.read(Map.of(
                "reprise.engine.definitionsFile", " /etc/reprise.json ", "reprise.engine.definitionsConflict", "fail"));

        assertThat(set.text(EngineKeys.DEFINITIONS_FILE)).isEqualTo("/etc/reprise.json");
        assertThat(set.text(EngineKeys.DEFINITIONS_CONFLICT)).isEqualTo("fail");
        assertThat(Configuration.defaults().text(EngineKeys.DEFINITIONS_FILE)).isEmpty();
        assertThat(Configuration.defaults().text(EngineKeys.DEFINITIONS_CONFLICT))
                .isEqualTo("keep");
        assertThatThrownBy(() -> Configuration.read(Map.of("reprise.engine.definitionsConflict", "win")))
                .hasMessageContaining("reprise.engine.definitionsConflict=win, allowed: fail, replace, keep");
    }

    @Test
    void namesAreDeclaredOnce() {
        Set<String> names = new HashSet<>();

        assertThat(EngineKeys.ALL)
                .allSatisfy(
                        key -> assertThat(names.add(key.name())).as(key.name()).isTrue());
    }

    @Test
    void thePageIsWhatTheDeclarationsSay() {
        MarkdownTable table = new MarkdownTable("Property", "Allowed", "Default", "Meaning");
        for (Key key : EngineKeys.ALL) {
            table.row("`" + key.name() + "`", key.allowed(), "`" + key.defaultValue() + "`", key.text());
        }

        for (TextKey key : EngineKeys.TEXTS) {
            table.row("`" + key.name() + "`", key.allowed(), "`" + key.defaultValue() + "`", key.text());
        }

        CheckedInDocument.named("configuration.md").mustBe("""
                        # Settings of the engine

                        Produced from `EngineKeys`; do not edit. They are system properties of the server (`-D` on its command line, or
                        `/system-property=…:add` in its configuration), whole numbers where a unit is shown, and are read once when the broker starts. A
                        value out of range, or a name that is none, fails the deployment with all problems in one message.

                        """ + table);
    }
}
