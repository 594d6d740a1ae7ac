package io.reprise.broker.web.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebSettingsTest {
    @Test
    void hasDefaultsAndTakesWhatIsSet() {
        assertThat(WebSettings.read(Map.of("reprise.engine.cacheSize", "1")).maxConnections())
                .isEqualTo(10_000);
        assertThat(WebSettings.read(Map.of("reprise.web.maxConnections", " 7 ")).maxConnections())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1000001", "many", ""})
    void refusesANumberOutOfRange(String value) {
        assertThatThrownBy(() -> WebSettings.read(Map.of("reprise.web.maxConnections", value)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("reprise.web.maxConnections: '" + value + "'; allowed: 1–1000000");
    }

    @Test
    void refusesANameThatIsNone() {
        assertThatThrownBy(() -> WebSettings.read(Map.of("reprise.web.maxConections", "7")))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("reprise.web.maxConections");
    }

    @ParameterizedTest
    @MethodSource("settings")
    void isInADocument(WebSetting setting) throws IOException {
        String documents = Files.readString(Path.of("../docs/live-http.md"))
                + Files.readString(Path.of("../docs/http-messaging.md"));

        assertThat(documents)
                .contains("| `" + setting.name() + "` | " + setting.min() + "–" + setting.max() + " | `"
                        + setting.defaultValue() + "` |");
    }

    static List<WebSetting> settings() {
        return WebSettings.ALL;
    }
}
