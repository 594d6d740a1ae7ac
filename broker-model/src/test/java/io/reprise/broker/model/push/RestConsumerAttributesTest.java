package io.reprise.broker.model.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.settings.AttributeValues;
import io.reprise.broker.model.settings.InvalidSettingsException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestConsumerAttributesTest {
    private static final AttributeValues DEFAULTS = RestConsumerAttributes.ALL.defaults();
    private static final String PASSWORD = "authenticationHttpBasicPassword";

    @Test
    void secretIsStoredAndNeverShown() {
        AttributeValues values = DEFAULTS.with(Map.of(PASSWORD, "hush"));

        assertThat(values.toStoredMap()).containsEntry(PASSWORD, "hush");
        assertThat(values.toMap()).doesNotContainKey(PASSWORD);
        assertThat(values.toString()).doesNotContain("hush");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of(PASSWORD, "hush\nhush")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining(PASSWORD + " = '(not shown)'; allowed: text of at most 128 characters");
    }

    @Test
    void aReplacementLeavesTheSecretsAndNothingElse() {
        AttributeValues values = DEFAULTS.with(Map.of(PASSWORD, "hush", "remoteHost", "a.example"));

        assertThat(values.withoutSettings()).isEqualTo(DEFAULTS.with(Map.of(PASSWORD, "hush")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "hooks.example.com", "10.1.2.3", "::1", "fd00::12:3", "my_host.svc"})
    void takesAHost(String host) {
        assertThat(DEFAULTS.with(Map.of("remoteHost", host)).get(RestConsumerAttributes.REMOTE_HOST))
                .isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "http://a", "a/b", "a:80", "user@a", "a..b", "-a", "a\r\nb", "[::1]", "ä.example"})
    void refusesWhatIsNoHost(String host) {
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("remoteHost", host)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("a DNS name or an IP address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Content-Type",
                "Transfer-Encoding",
                "Solace-Priority",
                "ce-id",
                "a b",
                "a:b",
                "a\r\nb"
            })
    void refusesAHeaderThatTheRequestHasAUseFor(String header) {
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("authenticationHttpHeaderName", header)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("a header's name");
        assertThat(DEFAULTS.with(Map.of("authenticationHttpHeaderName", "X-Api-Key")))
                .isNotEqualTo(DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource({
        "remotePort,0",
        "remotePort,65536",
        "outgoingConnectionCount,51",
        "maxPostWaitTime,301",
        "retryDelay,0",
    })
    void refusesANumberOutOfRange(String attribute, long value) {
        assertThatThrownBy(() -> DEFAULTS.with(Map.of(attribute, value)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining(attribute + " = " + value);
    }

    @Test
    void takesForeignAttributesAtTheirDefaultsAlone() {
        assertThat(DEFAULTS.with(Map.of("httpMethod", "post", "tlsCipherSuiteList", "default", "proxyName", "")))
                .isEqualTo(DEFAULTS);
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("httpMethod", "put")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("httpMethod = 'put' is not supported in this version; allowed: post");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hook", "//a b", "/a#b", "/%zz", "/a\r\nX: y", "http://elsewhere/"})
    void refusesATargetThatIsNoPath(String target) {
        assertThatThrownBy(() -> QueueBindingAttributes.ALL.defaults().with(Map.of("postRequestTarget", target)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("/ and a path");
    }
}
