package io.reprise.broker.engine.state;

/**
 * What is exceptional about one message on one endpoint.
 *
 * @param attempts delivery attempts counted so far
 * @param asOf the commit whose row was loaded; 0 for a new one
 */
record Note(int attempts, long asOf) {}
