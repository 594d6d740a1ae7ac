package io.reprise.broker.it.demo;

/**
 * One committed delivery.
 *
 * @param queue it came from
 * @param run whose message it was
 * @param number of the message in its run, from 1
 * @param topic it was published on
 * @param event the earthquake
 */
record Receipt(String queue, String run, int number, String topic, Earthquake event) {}
