package io.reprise.broker.it.demo;

import java.util.Locale;

/**
 * One committed delivery.
 *
 * @param queue it came from
 * @param run whose message it was
 * @param number of the message in its run, from 1
 * @param topic it was published on
 * @param event the earthquake
 */
record Receipt(String queue, String run, int number, String topic, Earthquake event) {

    /** For people. */
    String line() {
        return String.format(
                Locale.ROOT, "%-18s %4d  %-36s M %4.1f  %s", queue, number, topic, event.magnitude(), event.place());
    }
}
