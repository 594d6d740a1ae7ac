package io.reprise.broker.model.vpn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VpnNameTest {
    private static final String EMOJI = "\uD83D\uDE80";

    @ParameterizedTest
    @ValueSource(strings = {"default", "Orders 2", "#x", "a.b-c_d", "grün"})
    void takesWhatSpecAllows(String name) {
        assertThat(VpnName.of(name).text()).isEqualTo(name);
    }

    @Test
    void countsCharactersAndNotTheirHalves() {
        assertThat(VpnName.of(EMOJI.repeat(32)).text()).hasSize(64);
        assertThatThrownBy(() -> VpnName.of(EMOJI.repeat(33)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("33 characters; allowed: 1–32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a*", "a?", "a'", "<a", "a>", "a&b", "a;", "a/b", "a\0", "a\uD83D"})
    void refusesTheRestByName(String name) {
        assertThatThrownBy(() -> VpnName.of(name))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("VPN name '");
    }
}
