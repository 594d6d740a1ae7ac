package io.reprise.broker.model.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reprise.broker.model.error.BrokerException;
import io.reprise.broker.model.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"q", "orders/new", "a b", "Äpfel 😀", "a\"b", "a!b", "a|b"})
    void acceptsAnyTextWithoutForbiddenCharacters(String text) {
        assertThat(EndpointName.ofNew(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a*", "a?", "a'b", "<a", "a>b", "a&b", "a;b", "/a", "a/", "/", "", "a\0b", "a\ud83d"})
    void refusesForbiddenCharactersAndOuterSlashes(String text) {
        assertThatThrownBy(() -> EndpointName.of(text))
                .isInstanceOfSatisfying(
                        BrokerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMETER))
                .hasMessageContaining("endpoint name");
    }

    @Test
    void countsCharactersNotUnits() {
        assertThat(EndpointName.of("😀".repeat(200))).isNotNull();
        assertThatThrownBy(() -> EndpointName.of("q".repeat(201))).hasMessageContaining("201 characters");
    }

    @Test
    void leadingHashIsTheBrokersOwn() {
        assertThat(EndpointName.of("#DEAD_MSG_QUEUE")).isEqualTo(EndpointName.DEAD_MESSAGE_QUEUE);
        assertThatThrownBy(() -> EndpointName.ofNew("#mine")).hasMessageContaining("leading #");
    }
}
