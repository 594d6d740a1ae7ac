package io.reprise.broker.it.demo;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;

/**
 * One event of the week.
 *
 * @param net code of the network that reported it, such as {@code us}
 * @param type such as {@code earthquake} or {@code quarry blast}
 * @param magnitude on the scale its network uses
 * @param place in words
 * @param json the event as it came
 */
record Earthquake(String net, String type, double magnitude, String place, String json) {

    static Earthquake parse(String line) {
        try (JsonReader reader = Json.createReader(new StringReader(line))) {
            JsonObject event = reader.readObject();
            return new Earthquake(
                    event.getString("net"),
                    event.getString("type"),
                    event.getJsonNumber("mag").doubleValue(),
                    event.getString("place"),
                    line);
        }
    }

    /** {@code quakes/<net>/<type>/<magnitude class>}. */
    String topic() {
        return "quakes/" + net + "/" + type + "/" + magnitudeClass();
    }

    /** {@code micro} below 2, {@code minor} below 4, {@code light} below 5, {@code strong} from 5 on. */
    String magnitudeClass() {
        if (magnitude >= 5) {
            return "strong";
        }
        if (magnitude >= 4) {
            return "light";
        }
        return magnitude >= 2 ? "minor" : "micro";
    }
}
