package io.reprise.broker.model.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.documentation.CheckedInDocument;
import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VpnSettingsTest {
    @Test
    void areReadFromTheirOwnJson() {
        VpnSettings settings =
                VpnSettings.DEFAULTS.with(VpnAttributes.MAX_SPOOL_USAGE, 5L).with(VpnAttributes.REJECT_UNMATCHED, true);

        assertThat(VpnSettings.DEFAULTS.with(settings.toMap())).isEqualTo(settings);
        assertThat(settings.maxSpoolBytes()).isEqualTo(5_000_000);
        assertThat(settings).isNotEqualTo(VpnSettings.DEFAULTS);
    }

    @Test
    void everythingWrongIsToldTogether() {
        assertThatThrownBy(() -> VpnSettings.DEFAULTS.with(Map.of("maxMsgSpoolUsage", 6_000_001, "colour", "red")))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageContaining("settings of a VPN")
                .hasMessageContaining("maxMsgSpoolUsage = 6000001; allowed: 0–6000000 MB")
                .hasMessageContaining("colour = 'red'");
    }

    @Test
    void documentIsCurrent() {
        CheckedInDocument.named("vpn-settings.md").mustBe("""
                # Settings of a VPN

                Produced from `VpnAttributes`; do not edit. Read by GET and changed by PUT and PATCH of `config/msgVpns/{vpn}`.

                """ + SettingsTable.of(VpnAttributes.ALL));
    }
}
