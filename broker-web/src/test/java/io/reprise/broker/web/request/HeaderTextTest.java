package io.reprise.broker.web.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeaderTextTest {
    @Test
    void readsTheUtf8ThatTheServerShowsAsLatin1() {
        String asLatin1 = new String("Grüße €".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

        assertThat(HeaderText.decode("h", asLatin1, new Problems())).contains("Grüße €");
    }

    @Test
    void refusesBytesThatAreNoUtf8() {
        Problems problems = new Problems();

        assertThat(HeaderText.decode("h", "Grü", problems)).isEmpty();
        assertThatThrownBy(problems::throwIfAny).hasMessage("header h: bytes that are no UTF-8; allowed: UTF-8");
    }
}
