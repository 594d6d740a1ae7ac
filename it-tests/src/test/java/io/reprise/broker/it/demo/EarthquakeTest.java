package io.reprise.broker.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarthquakeTest {

    @ParameterizedTest
    @CsvSource({"-0.8,micro", "1.99,micro", "2,minor", "3.99,minor", "4,light", "4.99,light", "5,strong", "6.4,strong"})
    void hasAClassByItsMagnitude(double magnitude, String expected) {
        Earthquake event = new Earthquake("us", "earthquake", magnitude, "somewhere", "{}");

        assertThat(event.topic()).isEqualTo("quakes/us/earthquake/" + expected);
    }

    @Test
    void keepsASpaceInItsTopic() {
        Earthquake event = Earthquake.parse(
                "{\"net\": \"uw\", \"type\": \"quarry blast\", \"mag\": 1.5, \"place\": \"5km N of Here\"}");

        assertThat(event.topic()).isEqualTo("quakes/uw/quarry blast/micro");
    }

    @Test
    void isStrongInThirtyNineOfTheWeeksEvents() throws IOException {
        List<Earthquake> week = week();

        assertThat(week).hasSize(DemonstrationResult.EVENTS);
        assertThat(week.stream().filter(it -> it.topic().matches("quakes/[^/]*/earthquake/strong")))
                .hasSize(DemonstrationResult.STRONG);
    }

    private static List<Earthquake> week() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Earthquake.class.getResourceAsStream("earthquakes.jsonl")),
                StandardCharsets.UTF_8))) {
            return lines.lines().map(Earthquake::parse).toList();
        }
    }
}
