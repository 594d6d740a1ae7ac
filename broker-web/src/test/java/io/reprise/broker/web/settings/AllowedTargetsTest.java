package io.reprise.broker.web.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTargetsTest {
    @ParameterizedTest
    @CsvSource({
        "'', a.example, 192.0.2.1, 80, false",
        "a.example, A.example, 192.0.2.1, 80, true",
        "a.example, b.example, 192.0.2.1, 80, false",
        "a.example:443, a.example, 192.0.2.1, 80, false",
        "a.example:443, a.example, 192.0.2.1, 443, true",
        "a.example, a.example, 127.0.0.1, 80, false",
        "a.example, a.example, 169.254.169.254, 80, false",
        "10.1.0.0/16, a.example, 10.1.2.3, 80, true",
        "10.1.0.0/16, a.example, 10.2.2.3, 80, false",
        "'10.2.0.0/16:1-9, 10.1.0.0/16:8000-8999', a.example, 10.1.2.3, 8500, true",
        "0.0.0.0/0, a.example, 203.0.113.9, 80, true",
        "0.0.0.0/0, a.example, 127.0.0.1, 80, false",
        "0.0.0.0/0, a.example, 169.254.169.254, 80, false",
        "0.0.0.0/0, a.example, 0.0.0.0, 80, false",
        "127.0.0.0/8, localhost, 127.0.0.1, 80, true",
        "169.254.0.0/16, a.example, 169.254.1.1, 80, true",
        "[fd00::/8]:80, a.example, fd00::1, 80, true",
        "[::1], a.example, ::1, 80, true",
        "[::/0], a.example, ::1, 80, false",
        "127.0.0.1, a.example, ::ffff:127.0.0.1, 80, true",
    })
    void looksAtTheAddressThatIsConnectedTo(String list, String host, String address, int port, boolean allowed)
            throws UnknownHostException {
        assertThat(AllowedTargets.parse(list).allows(host, InetAddress.getByName(address), port))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a", "a b", "a:0", "a:70000", "a:9-8", "10.0.0.0/33", "[::1", "10.0.0.256", "a:x"})
    void refusesAListThatIsNone(String list) {
        assertThatThrownBy(() -> WebSettings.read(Map.of(AllowedTargets.NAME, list)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining(AllowedTargets.NAME + ": '" + list + "'");
    }

    @Test
    void allowsNothingByDefault() throws UnknownHostException {
        assertThat(WebSettings.DEFAULTS.allowedTargets().allows("a.example", InetAddress.getByName("192.0.2.1"), 80))
                .isFalse();
    }
}
