package io.reprise.broker.model.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayLogSettingsTest {
    @Test
    void haveTheDefaultsOfTheSpecification() {
        assertThat(ReplayLogSettings.DEFAULTS.toMap())
                .containsExactly(
                        entry("ingressEnabled", false),
                        entry("egressEnabled", false),
                        entry("maxSpoolUsage", 0L),
                        entry("topicFilterEnabled", false));
    }

    @Test
    void areReadFromTheirOwnJson() {
        ReplayLogSettings settings = ReplayLogSettings.DEFAULTS.with(
                Map.of("ingressEnabled", true, "egressEnabled", true, "maxSpoolUsage", 7, "topicFilterEnabled", true));

        assertThat(ReplayLogSettings.DEFAULTS.with(settings.toMap())).isEqualTo(settings);
        assertThat(settings.maxSpoolBytes()).isEqualTo(7_000_000);
        assertThat(settings.ingressEnabled()).isTrue();
        assertThat(settings.egressEnabled()).isTrue();
        assertThat(settings.topicFilterEnabled()).isTrue();
    }

    @Test
    void everythingWrongIsToldTogether() {
        assertThatThrownBy(() -> ReplayLogSettings.DEFAULTS.with(Map.of("maxSpoolUsage", -1, "maxMsgSpoolUsage", 1)))
                .hasMessageContaining("settings of a replay log")
                .hasMessageContaining("maxSpoolUsage = -1; allowed: 0–6000000 MB")
                .hasMessageContaining("maxMsgSpoolUsage = 1; allowed: no such attribute of a replay log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a*", "a?", "a'b", "<a", "a>b", "a&b", "a;b", "a\0b", "a\ud83d"})
    void itsNameHasNoForbiddenCharacters(String text) {
        assertThatThrownBy(() -> ReplayLogName.of(text))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageContaining("replay log name");
    }

    @Test
    void itsNameHas185CharactersAtMost() {
        assertThat(ReplayLogName.of("😀".repeat(185)).text()).hasSize(2 * 185);
        assertThatThrownBy(() -> ReplayLogName.of("r".repeat(186))).hasMessageContaining("186 characters");
    }

    @Test
    void documentIsCurrent() {
        CheckedInDocument.named("replay-log-settings.md").mustBe("""
                # Settings of a replay log

                Produced from `ReplayLogAttributes`; do not edit. Given to POST of `config/msgVpns/{vpn}/replayLogs`, changed by PATCH and PUT
                of `config/msgVpns/{vpn}/replayLogs/{replayLog}`. A VPN has one replay log at most.

                """ + SettingsTable.of(ReplayLogAttributes.ALL));
    }
}
