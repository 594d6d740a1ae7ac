package io.reprise.broker.model.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.1, true",
        "10.1.0.0/16, 10.2.0.0, false",
        "10.1.0.0/15, 10.0.3.4, true",
        "0.0.0.0/0, 192.168.1.1, true",
        "0.0.0.0/0, ::1, false",
        "192.168.1.7, 192.168.1.7, true",
        "192.168.1.7, 192.168.1.6, false",
        "fd00::/8, fdab::1, true",
        "fd00::/8, fe80::1, false",
        "::1, 0:0:0:0:0:0:0:1, true",
        "10.1.0.0/16, localhost, false",
        "fe80::/10, fe80:0:0:0:1:2:3:4%eth0, true",
        "fe80::/10, %eth0, false",
    })
    void containsTheAddressesThatBeginWithTheSameBits(String range, String address, boolean contained) {
        assertThat(AddressRange.of(range).contains(address)).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/x", "example.com/8", ":"})
    void isNothingElse(String text) {
        assertThatThrownBy(() -> AddressRange.of(text)).hasMessageContaining("address range: '" + text + "'");
    }
}
